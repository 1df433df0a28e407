import { alertSubject } from '../../../alerts/context.ts';
import type { AlertCard } from '../../../alerts/watch/watch.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { baseId } from '../../../connector/conversations/conversation.ts';
import type { Services } from '../../feature.ts';

/** What buttons, dialogs and commands do with an incident's card. */

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
  const drawn = await services.outbox.render(subject, 'card', turn.words);
  if (!drawn) return notStored;
  await services.outbox.holdPressedCard(subject, turn.pressed, drawn.version, turn.words.locale);
  return cardAnswer(drawn.card, drawn.summary);
};

const personOf = ({ who }: Turn) => ({ objectId: who.objectId, name: who.name });

/** Only the first person's counts. @returns the current card */
export const acknowledgeCard = (turn: Turn, { alerts }: Services, { id }: AlertCard) =>
  alerts.acknowledge(id, personOf(turn));

/** @param until milliseconds since 1970; undefined ends the snooze @returns the current card */
export const snoozeCard = (turn: Turn, { alerts }: Services, { id }: AlertCard, until: number | undefined) =>
  alerts.snooze(id, personOf(turn), until);
