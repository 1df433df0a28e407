import type { MessageView } from '../../../api.ts';
import type { State } from '../../data/state.ts';

/** One request that the tour can type for the reader. */
interface TourRequest {
  /** As the cards name it. */
  readonly title: string;
  readonly text: string;
}

const requests: readonly [TourRequest, ...TourRequest[]] = [
  {
    title: 'Contributor on Payments Production',
    text: 'request role contributor on payments for 5 days because I look into the failed payouts',
  },
  { title: 'Reader on Ledger', text: 'request role reader on ledger for 2 days because I compare the payouts' },
  { title: 'Contributor on Ledger', text: 'request role contributor on ledger for 1 day because I correct an entry' },
  { title: 'Reader on Gateway', text: 'request role reader on gateway for 2 days because I look at its errors' },
];

/** What the cards of a request that is on its way say; a refusal and a form do not. */
const onItsWay = /Waiting for approval|being granted|Eligible until/;

const all = ({ messages }: State): readonly MessageView[] => Object.values(messages).flat();

const cardText = ({ cards }: MessageView): string => JSON.stringify(cards);

/** Whether a card of the message has shown these words since the tour began. */
const shows = (message: MessageView, words: RegExp, { shell }: State): boolean =>
  (message.editedAt ?? message.at) >= shell.tourSince && words.test(cardText(message));

const hasShown = (state: State, words: RegExp): boolean => all(state).some((message) => shows(message, words, state));

/** The newest card of a request in the open conversation, as a message's id. */
export const requestHere = (state: State): string | undefined =>
  state.messages[state.open]?.findLast((message) => shows(message, /Role request R-/, state))?.id;

export const isRequested = (state: State): boolean => hasShown(state, onItsWay);
export const isGranted = (state: State): boolean => hasShown(state, /Eligible until/);
export const isRefused = (state: State): boolean => hasShown(state, /Not granted/);

/** The first request that no card names yet, so that a role from an earlier visit is not asked for again. */
export const nextRequest = (state: State): string => {
  const shown = all(state).map(cardText).join('\n');
  return (requests.find(({ title }) => !shown.includes(title)) ?? requests[0]).text;
};

/** What the reader sent last here since the tour began: these words, or any. */
const lastSent = ({ messages, me, shell }: State, conversation: string, words: RegExp): MessageView | undefined =>
  messages[conversation]?.findLast(
    ({ from, text, at }) => from.key === me && at >= shell.tourSince && words.test(text ?? ''),
  );

/** What the reader sent here since the tour began, as a message's id. */
export const sentHere = (state: State, conversation: string): string | undefined =>
  lastSent(state, conversation, /./)?.id;

/** The bot's newest answer, as a message's id, to what the reader sent here since the tour began: these words, or any. */
export const answerTo = (state: State, conversation: string, words = /./): string | undefined => {
  const sent = lastSent(state, conversation, words);
  return state.messages[conversation]?.findLast(
    ({ from, at, rootId }) => sent && from.kind === 'bot' && at >= sent.at && isBelow(sent, rootId),
  )?.id;
};

/** In a channel the answer is in the same thread. */
const isBelow = ({ id, rootId }: MessageView, answerRoot: string | undefined): boolean =>
  answerRoot === undefined || answerRoot === (rootId ?? id);
