import { CardFactory, MessageFactory, type TurnContext } from 'botbuilder-core';
import { z } from 'zod';
import { CHOICE_SEARCH } from '#bot/turn/read-turn.ts';
import type { Answer, Posted, Turn } from '#bot/turn/turn.ts';
import { AppError } from '#platform/lib/errors.ts';
import { escapeMarkdown, joinMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { NotAllowed, whoMay } from '#policy/policy.ts';
import { commandButton, LONGEST_COMMAND } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard } from '#teams/cards/define-card.ts';
import type { Choice } from '#teams/cards/form.ts';
import { detailsView, failureDetails } from '#teams/cards/notice-card.ts';
import { button, markdown, type Tone, toneStyle } from '#teams/cards/view.ts';
import { type ErrorKind, kindOf } from './error-kind.ts';
import { type SignInBody, signInBody } from './sign-in-body.ts';

/** A rendered answer, after forms are opened and texts are looked up. */
export type RenderedAnswer =
  | {
      readonly card: CardJson;
      readonly summary: string;
      readonly posted?: Posted | undefined;
      /** For a person without access to Steward: no chat with them is opened for it. */
      readonly onlyHere?: true;
    }
  /** For a client that can sign its person in, in the form that it expects. */
  | { readonly text: string; readonly signIn?: SignInBody | undefined }
  | undefined;

export const errorCard = defineCard(
  'shared/error.json',
  z.object({
    ...{ title: markdown, text: markdown, tone: z.string(), colour: z.string() },
    ...detailsView,
    buttons: z.array(button),
  }),
);

export const reply = async (context: TurnContext, spoken: RenderedAnswer): Promise<void> => {
  if (!spoken) return;
  if ('text' in spoken) {
    await context.sendActivity(MessageFactory.text(spoken.text));
    return;
  }
  const message = MessageFactory.attachment(CardFactory.adaptiveCard(spoken.card));
  const sent = await context.sendActivity({ ...message, summary: spoken.summary });
  // Teams may accept a message without saying its id.
  if (!sent?.id) return;
  await spoken.posted?.({ conversationId: context.activity.conversation.id, activityId: sent.id });
};

/** @param click true for the answer to a press, which shows no Markdown */
export const renderAnswer = (answer: Answer, turn: Turn, click: boolean): RenderedAnswer => {
  const { words, where } = turn;
  if (answer.kind === 'form') throw new Error('the form of an answer was not opened');
  if (answer.kind === 'card') return { card: answer.card, summary: answer.summary, posted: answer.posted };
  if (answer.kind === 'delivered') {
    return turn.dialog ? { text: words.plain('bot.answer.delivered', { kind: where.kind }) } : undefined;
  }
  if (!click) return { text: words.markdown(answer.text, answer.values) };
  const text = words.plain(answer.text, answer.values);
  return { text, signIn: answer.signIn && signInBody(answer.signIn, text, words) };
};

const tones: Readonly<Record<ErrorKind, Tone>> = {
  outsider: 'default',
  unclear: 'default',
  forbidden: 'warning',
  failed: 'attention',
};

type Failed = Pick<Turn, 'words' | 'correlation' | 'text' | 'attached'>;

/** The error reply for a failed turn: its kind, cause, remedy and, behind Details, the id to search for in the log. */
export const errorAnswer = (error: unknown, turn: Failed, click: boolean): NonNullable<RenderedAnswer> => {
  if (click) return { text: errorLine(error, turn) };
  const { words, correlation } = turn;
  const known = knownIn(error);
  const kind = kindOf(error);
  const card = errorCard.render({
    ...toneStyle(tones[kind]),
    title: words.markdown(`bot.error.${kind}`),
    text: known ? markdownOf(known, words) : words.markdown('bot.error.fault'),
    ...failureDetails(kind === 'outsider' ? {} : { code: codeOf(known), correlation }, words),
    buttons: known?.retryable ? retryButtons(turn) : [],
  });
  return { card, summary: words.plain(`bot.error.${kind}`), ...(kind === 'outsider' ? { onlyHere: true } : {}) };
};

/** Says the same once more, where nothing of it was done and a button can say all of it. */
const retryButtons = ({ words, text, attached }: Failed) =>
  text === '' || attached || text.length > LONGEST_COMMAND ? [] : [commandButton(words.plain('bot.error.retry'), text)];

/** The same in one line, without Markdown; with the id only where somebody has to look it up. */
export const errorLine = (error: unknown, turn: Pick<Failed, 'words' | 'correlation'>): string => {
  const { words, correlation } = turn;
  const known = knownIn(error);
  const text = known ? errorText(known, words) : words.plain('bot.error.fault');
  return kindOf(error) === 'failed' ? words.plain('bot.error.line', { text, code: codeOf(known), correlation }) : text;
};

/** What happened and what to do next, without Markdown; who may, where the policy keeps somebody from it. */
export const errorText = (error: AppError, words: Words): string =>
  [words.plain(error.textKey, error.values), ...peopleIn(error, words)].join(' ');

const markdownOf = (error: AppError, words: Words): Markdown =>
  joinMarkdown([words.markdown(error.textKey, error.values), ...peopleIn(error, words).map(escapeMarkdown)], ' ');

const peopleIn = (error: AppError, words: Words): string[] =>
  error instanceof NotAllowed ? [whoMay(error, words)] : [];

const knownIn = (error: unknown): AppError | undefined => (error instanceof AppError ? error : undefined);

const codeOf = (known: AppError | undefined): string => known?.code ?? 'Steward.Fault';

/** The response to an invoke. Teams expects HTTP 200 with the code in the body, for a refusal too. */
interface InvokeBody {
  readonly statusCode: 200;
  readonly type: 'application/vnd.microsoft.card.adaptive' | 'application/vnd.microsoft.activity.message';
  readonly value: unknown;
}

/** The response to task/fetch, task/submit and the two invokes of a message action. */
interface DialogBody {
  readonly task:
    | {
        readonly type: 'continue';
        readonly value: {
          readonly title: string;
          readonly height: 'medium';
          readonly width: 'medium';
          readonly card: { readonly contentType: string; readonly content: CardJson };
        };
      }
    | { readonly type: 'message'; readonly value: string };
}

/** A sentence in place of a message extension's results. */
interface ExtensionBody {
  readonly composeExtension: { readonly type: 'message'; readonly text: string };
}

/** What a search in a list found. */
interface SearchBody {
  readonly statusCode: 200;
  readonly type: 'application/vnd.microsoft.search.searchResponse';
  readonly value: { readonly results: readonly Choice[] };
}

export type InvokeAnswer = InvokeBody | SignInBody | DialogBody | ExtensionBody | SearchBody;

export const searchBody = (results: readonly Choice[]): SearchBody => ({
  statusCode: 200,
  type: 'application/vnd.microsoft.search.searchResponse',
  value: { results },
});

/** The answer in the form that this family of invokes expects; unknown invokes too. */
export const answerInvoke = (name: string | undefined, spoken: RenderedAnswer, turn: Turn): InvokeAnswer => {
  if (name === CHOICE_SEARCH) return searchBody([]);
  if (turn.dialog || name?.startsWith('task/')) return dialogBody(spoken, turn);
  if (!name?.startsWith('composeExtension/')) return invokeBody(spoken, turn);
  const text = spoken && 'text' in spoken ? spoken.text : turn.words.plain('bot.answer.done');
  return { composeExtension: { type: 'message', text } };
};

/** A sentence under the pressed card, or a card in its place. Never empty: clients repeat an invoke without an answer. */
const invokeBody = (spoken: RenderedAnswer, turn: Turn): InvokeBody | SignInBody => {
  if (spoken && 'text' in spoken && spoken.signIn) return spoken.signIn;
  return spoken && 'card' in spoken
    ? { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: spoken.card }
    : {
        statusCode: 200,
        type: 'application/vnd.microsoft.activity.message',
        value: spoken?.text ?? turn.words.plain('bot.answer.done'),
      };
};

const CARD = 'application/vnd.microsoft.card.adaptive';

/** A card continues the dialog; a sentence ends it. */
export const dialogBody = (spoken: RenderedAnswer, { words }: Turn): DialogBody => {
  if (!spoken) return { task: { type: 'message', value: words.plain('bot.answer.done') } };
  if ('text' in spoken) return { task: { type: 'message', value: spoken.text } };
  const card = { contentType: CARD, content: forDialog(withoutTitle(spoken.card, spoken.summary)) as CardJson };
  return { task: { type: 'continue', value: { title: spoken.summary, height: 'medium', width: 'medium', card } } };
};

/** The dialog's title bar shows the title, so the card does not repeat it. */
const withoutTitle = (card: CardJson, title: string): object => {
  const { body } = card as { body?: unknown };
  const [first, ...rest] = Array.isArray(body) ? body : [];
  return first?.type === 'TextBlock' && first.text === title ? { ...card, body: rest } : card;
};

/**
 * Dialogs do not support Action.Execute. Each becomes the Action.Submit that it has for older clients, in its own style;
 * one without a fallback, such as a row that can be pressed, becomes an Action.Submit with its own data.
 */
const forDialog = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(forDialog);
  if (typeof node !== 'object' || node === null) return node;
  const { type, style, fallback, ...said } = node as Readonly<Record<string, unknown>>;
  if (type === 'Action.Execute') return { ...(style === undefined ? {} : { style }), ...(fallback ?? submitOf(said)) };
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, forDialog(child)]));
};

const submitOf = ({ title, verb, data }: Readonly<Record<string, unknown>>): object => ({
  ...{ type: 'Action.Submit', title },
  data: { verb, ...(data as object) },
});
