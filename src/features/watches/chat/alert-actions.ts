import { z } from 'zod';
import { alertSubject, alertVerbs } from '../../../alerts/alerts.ts';
import { nameKinds } from '../../../alerts/feed/name-kinds.ts';
import type { AlertCard } from '../../../alerts/watch/watch.ts';
import { type Answer, cardAnswer, formAnswer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { baseId } from '../../../connector/conversations/conversation.ts';
import { defineAction, type Services } from '../../feature.ts';
import { requireWatcher } from '../rights.ts';
import { readUntil } from '../until.ts';
import { muteHere } from './mutes-commands.ts';

const pressed = z.looseObject({ card: z.string() });

const gone = textAnswer('watches.card.gone');

/**
 * The card as it stands now, as the answer to the press; every other copy the layer edits. A client that sends no press
 * but a message gets a sentence: its card is edited like the others.
 */
const showCard = async (turn: Turn, services: Services, card: AlertCard | undefined): Promise<Answer> => {
  if (!card) return gone;
  if (!turn.pressed) return textAnswer('watches.card.stands', { event: card.key });
  const subject = alertSubject(card.id);
  const drawn = await services.outbox.render(subject, 'card', turn.words);
  if (!drawn) return gone;
  await services.outbox.pressed(subject, turn.pressed, drawn.version, turn.words.locale);
  return cardAnswer(drawn.card, drawn.summary);
};

/** The card of that id where it was pressed: an id that was carried elsewhere opens nothing. */
export const cardHere = async (turn: Turn, services: Services, id: string): Promise<AlertCard | undefined> => {
  const card = await services.alerts.card(id);
  return card && baseId(turn.where.conversationId) === card.conversationId ? card : undefined;
};

const personOf = ({ who }: Turn) => ({ objectId: who.objectId, name: who.name });

export const pressAcknowledge = defineAction({
  verb: alertVerbs.acknowledge,
  repeatable: true,
  data: pressed,
  async handle(turn, data, services) {
    const card = await cardHere(turn, services, data.card);
    return card ? showCard(turn, services, await services.alerts.acknowledge(card.id, personOf(turn))) : gone;
  },
});

export const pressLeave = defineAction({
  verb: alertVerbs.leave,
  data: pressed,
  async handle(turn, data, services) {
    const card = await cardHere(turn, services, data.card);
    return card ? showCard(turn, services, await services.alerts.leave(card.id)) : gone;
  },
});

export const pressWake = defineAction({
  verb: alertVerbs.wake,
  data: pressed,
  async handle(turn, data, services) {
    const card = await cardHere(turn, services, data.card);
    return card ? showCard(turn, services, await services.alerts.snooze(card.id, personOf(turn), undefined)) : gone;
  },
});

/** The card's choices, as `readUntil` takes them. */
const SNOOZES: Readonly<Record<string, string>> = {
  hour: '1 hour',
  hours: '4 hours',
  morning: 'tomorrow 8:00',
  days: '3 days',
};

export const pressSnooze = defineAction({
  verb: alertVerbs.snooze,
  repeatable: true,
  data: pressed.extend({ for: z.string().optional() }),
  async handle(turn, data, services) {
    const until = readUntil(SNOOZES[data.for ?? ''] ?? '', services.clock.now(), turn.zone);
    if (until === undefined) return textAnswer('watches.card.snoozeWhich');
    const card = await cardHere(turn, services, data.card);
    return card ? showCard(turn, services, await services.alerts.snooze(card.id, personOf(turn), until)) : gone;
  },
});

/** What a channel's card can mute, as `service:<name>`. */
const muted = /^([a-z]+):(.+)$/s;

export const pressMute = defineAction({
  verb: alertVerbs.mute,
  data: pressed.extend({ what: z.string().optional() }),
  async handle(turn, data, services) {
    requireWatcher(services.policy.current(), turn.who.objectId);
    const card = await cardHere(turn, services, data.card);
    if (!card) return gone;
    const [, kind, name = ''] = muted.exec(data.what ?? '') ?? [];
    const what = nameKinds.find((one) => one === kind);
    if (!what) return textAnswer('watches.card.muteWhich');
    return muteHere(turn, services, [card.source], { what, name });
  },
});

/** From the details, which one person reads, to what stands in the channel for all. */
export const pressBack = defineAction({
  verb: alertVerbs.back,
  repeatable: true,
  data: pressed,
  handle: async (turn, { card }, services) => showCard(turn, services, await cardHere(turn, services, card)),
});

/** What another feature offers on the card opens that feature's form, filled in as far as the incident tells. */
export const pressOffer = defineAction({
  verb: alertVerbs.offer,
  data: pressed.extend({ offer: z.string() }),
  async handle(turn, data, services) {
    const { alerts, policy } = services;
    const card = await cardHere(turn, services, data.card);
    const source = alerts.sources.find(({ name }) => name === card?.source);
    if (!card || !source) return gone;
    const offer = alerts.cardButtons.find(({ name }) => name === data.offer);
    const subject = { ...source.subjectOf(card.item), subject: alertSubject(card.id) };
    const answers = offer?.answers(subject, policy.current());
    return offer && answers ? formAnswer(offer.form, answers, true) : textAnswer('watches.card.noOffer');
  },
});
