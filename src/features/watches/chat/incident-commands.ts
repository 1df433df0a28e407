import { period, recognised } from '#bot/arguments/types.ts';
import { readPointed } from '#bot/turn/pointed.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { ALERT } from '#engine/alerts/context.ts';
import type { AlertCard } from '#engine/alerts/watch/watch.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { oneLine } from '#platform/lib/text.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { choicesCard } from '#teams/cards/notice-card.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { parseUntil, typedUntil } from '../parse-options.ts';
import { requireWatchRight } from '../watch-lifecycle.ts';
import { acknowledgeCard, snoozeCard } from './alert-actions.ts';
import { AREA } from './commands.ts';

const LONGEST = 60;
/** It is named by Steward's message that is replied to or by the thread, or is the only one. */
const POINTING = /^(?:it|this|that|(?:the|this|that)\s+(?:one|alert|incident))$/i;

const isHere = ({ where }: Turn, card: AlertCard): boolean => baseId(where.conversationId) === card.conversationId;

/**
 * The cards of an incident that a person may act on: those of this conversation, as their buttons; from a personal chat also
 * those of channels, if the person may set up watches.
 * @throws AppError for a missing right
 */
const namedCards = async (turn: Turn, services: Services, event: string): Promise<readonly AlertCard[]> => {
  const cards = await services.alerts.cardsOf(event);
  const here = cards.filter((card) => isHere(turn, card));
  if (here.length > 0 || cards.length === 0 || turn.where.kind !== 'personal') return here;
  requireWatchRight(services.policy.current(), turn.who.objectId);
  return cards;
};

/** The card that the message replies to, or in whose thread it stands. */
const pointedCard = async (turn: Turn, { alerts, outbox }: Services): Promise<AlertCard | undefined> => {
  const { by, subjects } = await readPointed(turn, outbox);
  const [subject, ...more] = subjects.filter((one) => one.startsWith(`${ALERT}:`));
  if (subject === undefined || (by === 'reply' && more.length > 0)) return undefined;
  return alerts.card(subject.slice(ALERT.length + 1));
};

/** Runs `then` on the cards of the incident that a message means, or asks which. @param verb of the typed command */
const withIncident = async (
  turn: Turn,
  services: Services,
  { event, verb, rest }: { readonly event: string | undefined; readonly verb: string; readonly rest: string },
  then: (cards: readonly AlertCard[]) => Promise<Answer>,
): Promise<Answer> => {
  if (event !== undefined && !POINTING.test(event)) {
    const cards = await namedCards(turn, services, event);
    return cards.length > 0 ? then(cards) : textAnswer('watches.incident.unknown', { event: oneLine(event, LONGEST) });
  }
  const here = await pointedCard(turn, services);
  if (here) return then([here]);
  const open = await services.alerts.openCards(turn.where.conversationId);
  if (open.length === 0) return textAnswer('watches.incident.none');
  // A person who quotes something else may mean another incident.
  if (open.length === 1 && !turn.quotes) return then(open);
  const buttons = open.map(({ key }) => commandButton(key, `${verb} ${key}${rest}`));
  const text = turn.words.markdown('watches.incident.which');
  return cardAnswer(choicesCard.render({ text, buttons }), turn.words.plain('watches.incident.which'));
};

export const ackCommand = defineCommand({
  name: 'ack',
  aliases: ['acknowledge'],
  area: AREA,
  effect: 'acts',
  takes: { event: recognised('event').first() },
  example: 'ack PS7K-QX0',
  says: 'nothing',
  run: (turn, { event }, services) =>
    withIncident(turn, services, { event, verb: 'ack', rest: '' }, async (cards) => {
      const [first] = cards;
      let card: AlertCard | undefined;
      for (const one of cards) card = (await acknowledgeCard(turn, services, one)) ?? card;
      const who = card?.acknowledged?.name ?? turn.who.name;
      return textAnswer('watches.incident.acknowledged', { who, event: first?.key ?? '' });
    }),
});

export const snoozeCommand = defineCommand({
  name: 'snooze',
  aliases: [],
  area: AREA,
  effect: 'acts',
  takes: { event: recognised('event').first(), until: period },
  example: 'snooze PS7K-QX0 for 2 hours',
  says: 'nothing',
  async run(turn, { event, until = '' }, services) {
    const at = parseUntil(until, services.clock.now(), turn.zone);
    if (at === undefined) return textAnswer('watches.incident.snoozeHowLong', { said: oneLine(until, LONGEST) });
    return withIncident(turn, services, { event, verb: 'snooze', rest: typedUntil(until) }, async (cards) => {
      for (const card of cards) await snoozeCard(turn, services, card, at);
      return textAnswer('watches.incident.snoozed', { event: cards[0]?.key ?? '', until: new Date(at) });
    });
  },
});
