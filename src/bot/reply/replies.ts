import { CardFactory, MessageFactory, type TurnContext } from 'botbuilder-core';
import { z } from 'zod';
import { type CardJson, defineCard } from '../../cards/define-card.ts';
import { markdown } from '../../cards/view.ts';
import { AppError } from '../../lib/errors.ts';
import type { Answer, Turn } from '../turn/turn.ts';

/** An answer that has been worded: what is left once forms are opened and texts are looked up. */
export type RenderedAnswer =
  | { readonly card: CardJson; readonly summary: string }
  | { readonly text: string }
  | undefined;

export const errorCard = defineCard(
  'shared/error.json',
  z.object({ title: markdown, text: markdown, details: markdown }),
);

export const reply = async (context: TurnContext, spoken: RenderedAnswer): Promise<void> => {
  if (!spoken) return;
  if ('text' in spoken) {
    await context.sendActivity(MessageFactory.text(spoken.text));
    return;
  }
  const message = MessageFactory.attachment(CardFactory.adaptiveCard(spoken.card));
  await context.sendActivity({ ...message, summary: spoken.summary });
};

/** @param click true for the answer to a press, where Markdown is not read */
export const renderAnswer = (answer: Answer, turn: Turn, click: boolean): RenderedAnswer => {
  const { words, where } = turn;
  if (answer.kind === 'form') throw new Error('a form was left unopened');
  if (answer.kind === 'card') return { card: answer.card, summary: answer.summary };
  if (answer.kind === 'delivered') {
    return turn.dialog ? { text: words.plain('bot.answer.delivered', { kind: where.kind }) } : undefined;
  }
  return { text: click ? words.plain(answer.text, answer.values) : words.markdown(answer.text, answer.values) };
};

/** What a person is told when a turn fails: what happened, what to do, and the id under which the log tells more. */
export const errorAnswer = (error: unknown, turn: Turn, click: boolean): RenderedAnswer => {
  const { words, correlation } = turn;
  const known = knownIn(error, turn);
  if (click && !turn.dialog && known && REFUSAL.test(known.code)) {
    return { text: words.plain(known.textKey, known.values) };
  }
  if (click) return { text: errorLine(error, turn) };
  const text = known ? words.markdown(known.textKey, known.values) : words.markdown('bot.error.fault');
  const title = words.markdown('bot.error.title');
  const details = words.markdown('bot.error.details', { code: codeOf(known), correlation });
  return { card: errorCard.render({ title, text, details }), summary: words.plain('bot.error.title') };
};

/** The same as one line, where Markdown is not read. */
export const errorLine = (error: unknown, turn: Turn): string => {
  const { words, correlation } = turn;
  const known = knownIn(error, turn);
  const text = known ? words.plain(known.textKey, known.values) : words.plain('bot.error.fault');
  return words.plain('bot.error.line', { text, code: codeOf(known), correlation });
};

const knownIn = (error: unknown, { words }: Turn): AppError | undefined =>
  error instanceof AppError && words.has(error.textKey) ? error : undefined;

const codeOf = (known: AppError | undefined): string => known?.code ?? 'Steward.Fault';

/** Codes of ours for what somebody may not do or did not mean: under a pressed card a sentence is enough. */
const REFUSAL = /^(Policy|Change|Access)\./;
