import { CardFactory, type TurnContext } from 'botbuilder-core';
import type { Answer, CardRef, Turn } from '#bot/turn/turn.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Markdown } from '#platform/lib/text.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';

/**
 * Edits the card of a form that was submitted or cancelled in a dialog. An answer that is a card needs no edit: its delivery
 * keeps the card up to date.
 */
export const updateShownCard = async (
  context: TurnContext,
  turn: Turn,
  card: CardRef | undefined,
  answer: Answer,
  log: Log,
): Promise<void> => {
  if (!turn.dialog || !card || answer.kind === 'card' || answer.kind === 'form') return;
  const { words } = turn;
  const text = answer.kind === 'text' ? words.markdown(answer.text, answer.values) : words.markdown('bot.form.sent');
  await closeCard(context, turn, card, text, log);
};

/** Puts a sentence in the place of a form. A failed edit is only logged: a press on the old card is answered correctly too. */
export const closeCard = async (
  context: TurnContext,
  { correlation }: Turn,
  card: CardRef,
  text: Markdown,
  log: Log,
): Promise<void> => {
  const attachments = [CardFactory.adaptiveCard(noticeCard.render({ text }))];
  try {
    await context.updateActivity({ type: 'message', id: card.activityId, attachments, summary: text });
  } catch (error) {
    log.warn('form card not edited', { correlation, error });
  }
};
