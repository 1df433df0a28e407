import { z } from 'zod';
import { ownView } from '#bot/turn/own-view.ts';
import { type Answer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { alertVerbs } from '#engine/alerts/alerts.ts';
import { alertSubject } from '#engine/alerts/context.ts';
import type { AlertCard } from '#engine/alerts/watch/watch.ts';
import { findFormButton, isOffered } from '#engine/outbox/card-button.ts';
import { defineAction, type Services } from '#features/feature.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { MUTE_FORM, readMuteTarget, SNOOZE_FORM, snoozeEnd } from '../alert-choices.ts';
import { forWatchers, requireWatchRight } from '../watch-lifecycle.ts';
import { showWhy } from './commands.ts';
import { muteHere } from './mute-commands.ts';

const pressed = z.looseObject({ card: z.string() });

export const notStored = textAnswer('watches.card.gone');

/** The card, if it belongs to this conversation: an id copied from elsewhere opens nothing. */
export const findCardHere = async (turn: Turn, services: Services, id: string): Promise<AlertCard | undefined> => {
  const card = await services.alerts.card(id);
  return card && baseId(turn.where.conversationId) === card.conversationId ? card : undefined;
};

/**
 * The card's current state as the answer to the press; the outbox edits the other copies. A client that sends a message
 * instead of a press gets a sentence.
 */
export const showCard = async (turn: Turn, services: Services, card: AlertCard | undefined): Promise<Answer> => {
  if (!card) return notStored;
  if (!turn.pressed) return textAnswer('watches.card.stands', { event: card.key });
  const subject = alertSubject(card.id);
  const drawn = await services.outbox.render(subject, 'card', turn.words, { objectId: turn.who.objectId });
  if (!drawn) return notStored;
  await services.outbox.holdPressedCard(subject, turn.pressed, drawn.version, turn.words.locale);
  return ownView(turn, drawn);
};

const personOf = ({ who }: Turn) => ({ objectId: who.objectId, name: who.name });

/** Only the first person's counts. @returns the current card */
export const acknowledgeCard = (turn: Turn, { alerts }: Services, { id }: AlertCard) =>
  alerts.acknowledge(id, personOf(turn));

/** @param until milliseconds since 1970; undefined ends the snooze @returns the current card */
export const snoozeCard = (turn: Turn, { alerts }: Services, { id }: AlertCard, until: number | undefined) =>
  alerts.snooze(id, personOf(turn), until);

/** Changes the pressed card and shows its new state. */
const changeCard = async (
  turn: Turn,
  services: Services,
  id: string,
  change: (card: AlertCard) => Promise<AlertCard | undefined>,
): Promise<Answer> => {
  const card = await findCardHere(turn, services, id);
  return card ? showCard(turn, services, await change(card)) : notStored;
};

export const pressAcknowledge = defineAction({
  verb: alertVerbs.acknowledge,
  repeatable: true,
  data: pressed,
  handle: (turn, { card }, services) =>
    changeCard(turn, services, card, (found) => acknowledgeCard(turn, services, found)),
});

export const pressLeave = defineAction({
  verb: alertVerbs.leave,
  data: pressed,
  handle: (turn, { card }, services) => changeCard(turn, services, card, ({ id }) => services.alerts.leave(id)),
});

export const pressWake = defineAction({
  verb: alertVerbs.wake,
  data: pressed,
  handle: (turn, { card }, services) =>
    changeCard(turn, services, card, (found) => snoozeCard(turn, services, found, undefined)),
});

/** Opens the dialog. Cards posted before there was one bring the choice. */
export const pressSnooze = defineAction({
  verb: alertVerbs.snooze,
  repeatable: true,
  data: pressed.extend({ for: z.string().optional() }),
  async handle(turn, data, services) {
    if (data.for === undefined) {
      const card = await findCardHere(turn, services, data.card);
      return card ? formAnswer(SNOOZE_FORM, { card: card.id }, true) : notStored;
    }
    const until = snoozeEnd(data.for, services.clock.now(), turn.zone);
    if (until === undefined) return textAnswer('watches.card.snoozeWhich');
    return changeCard(turn, services, data.card, (found) => snoozeCard(turn, services, found, until));
  },
});

/** The same, for what to mute. */
export const pressMute = defineAction({
  verb: alertVerbs.mute,
  data: pressed.extend({ what: z.string().optional() }),
  may: forWatchers,
  async handle(turn, data, services) {
    requireWatchRight(services.policy.current(), turn.who.objectId);
    const card = await findCardHere(turn, services, data.card);
    if (!card) return notStored;
    if (data.what === undefined) return formAnswer(MUTE_FORM, { card: card.id }, true);
    const target = readMuteTarget(data.what);
    return target ? muteHere(turn, services, [card.source], target) : textAnswer('watches.card.muteWhich');
  },
});

/** Back from the details, which one person reads, to the channel's card. */
export const pressBack = defineAction({
  verb: alertVerbs.back,
  repeatable: true,
  data: pressed,
  handle: async (turn, { card }, services) => showCard(turn, services, await findCardHere(turn, services, card)),
});

/** A button of another feature opens its form with what is known from the incident. */
export const pressCardButton = defineAction({
  verb: alertVerbs.offer,
  data: pressed.extend({ offer: z.string() }),
  may: ({ who }, { offer }, { alerts, policy }) => isOffered(alerts.cardButtons, offer, who.objectId, policy.current()),
  async handle(turn, data, services) {
    const { alerts, policy } = services;
    const card = await findCardHere(turn, services, data.card);
    const source = alerts.sources.find(({ name }) => name === card?.source);
    if (!card || !source) return notStored;
    const cardButton = findFormButton(alerts.cardButtons, data.offer);
    const subject = { ...source.cardSubject(card.item), subject: alertSubject(card.id) };
    const answers = cardButton?.answers(subject, policy.current());
    return cardButton && answers
      ? formAnswer(cardButton.form, answers, !cardButton.atOnce)
      : textAnswer('watches.card.noOffer');
  },
});

/** Why, on an incident's card; Previous or Next, on the list. */
export const pressWhy = defineAction({
  verb: alertVerbs.why,
  data: z.union([
    z.object({
      event: z.string(),
      page: z.coerce.number().int().min(0).max(10_000),
      card: z.string().optional(),
    }),
    z.object({ card: z.string() }),
  ]),
  async handle(turn, data, services) {
    if ('event' in data) return showWhy(turn, services, { event: data.event, page: data.page, from: data.card });
    const card = await findCardHere(turn, services, data.card);
    return card ? showWhy(turn, services, { event: card.key, page: 0, from: card.id }) : notStored;
  },
});
