import { CardFactory, type TurnContext } from 'botbuilder-core';
import { noticeCard } from '../../cards/notice.ts';
import type { Log } from '../../lib/logger.ts';
import type { Answer, StandingCard, Turn } from '../turn/turn.ts';

/**
 * A form that was sent or put away in a dialog stands in the conversation still: its card now says what became of it. A
 * card answer needs nothing: what it shows keeps the standing card true by itself, as after a press on it. Teams may fail
 * here, since a press on a card that was left standing is answered truthfully too.
 */
export const updateShownCard = async (
  context: TurnContext,
  turn: Turn,
  card: StandingCard | undefined,
  answer: Answer,
  log: Log,
): Promise<void> => {
  if (!turn.dialog || !card || answer.kind === 'card' || answer.kind === 'form') return;
  const { words } = turn;
  const text = answer.kind === 'text' ? words.markdown(answer.text, answer.values) : words.markdown('bot.form.sent');
  const attachments = [CardFactory.adaptiveCard(noticeCard.render({ text }))];
  try {
    await context.updateActivity({ type: 'message', id: card.activityId, attachments, summary: text });
  } catch (error) {
    log.warn('standing form not edited', { correlation: turn.correlation, error });
  }
};
