import { z } from 'zod';
import { alertVerbs } from '#engine/alerts/alerts.ts';
import { cut, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { placedButtons } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard, fitCard, some } from '#teams/cards/define-card.ts';
import { buttonData, type ListButton, pageOf } from '#teams/cards/list.ts';
import { dateTime, markdown, type Tone, toneStyle } from '#teams/cards/view.ts';
import { formatConsumer, formatLength, formatMessage, formatMode, formatPeriod } from '../format.ts';
import type { Shared } from '../policy.ts';
import { dataShareVerbs, isNarrowed, type SyncsQuery } from '../query.ts';
import type { SyncsResult } from '../read-synchronizations.ts';
import { type Synchronization, type SyncState, syncStates } from '../synchronization.ts';

/** One synchronization on a list. */
const syncsRow = z.object({
  state: markdown,
  colour: z.string(),
  when: markdown,
  length: markdown,
  tone: z.string(),
  message: markdown,
  who: markdown,
});

export const tones: Readonly<Record<SyncState, Tone>> = {
  failed: 'attention',
  running: 'accent',
  waiting: 'default',
  completed: 'good',
  cancelled: 'warning',
  other: 'default',
};

const LONGEST = { message: 400, who: 160, by: 60, consumers: 200 };
/** A synchronization that takes this many times the usual duration counts as slow. */
const SLOW_FACTOR = 3;

interface RowContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long one of each mode usually takes, in milliseconds. */
  readonly usual: ReadonlyMap<string | undefined, number>;
  /** Part of the maximum text length, from 0 to 1. */
  readonly share: number;
}

export const rowOf = (
  sync: Synchronization,
  { now, usual, share }: RowContext,
  words: Words,
): z.input<typeof syncsRow> => {
  const duration = lengthOf(sync, now);
  const slow = duration !== undefined && duration > (usual.get(sync.mode) ?? Number.POSITIVE_INFINITY) * SLOW_FACTOR;
  const mode = sync.mode === undefined ? [] : [escapeMarkdown(formatMode(sync.mode, words))];
  const { email } = sync.consumer;
  const who = [formatConsumer(sync.consumer), ...(sync.consumer.name === '' || email === '' ? [] : [email])];
  return {
    state: [formatState(sync, words), ...mode].join(' · ') as Markdown,
    colour: toneStyle(tones[sync.state]).colour,
    when: formatPeriod(sync, words),
    length: duration === undefined ? NO_TEXT : formatDurationOf(sync, slow, formatLength(duration, words), words),
    tone: slow ? 'Warning' : 'Default',
    message: formatMessage(cut(sync.message, some(LONGEST.message, share))),
    who: escapeMarkdown(cut(who.join(' · '), some(LONGEST.who, share))),
  };
};

/** Our name for the state, followed by the vendor's own where that says more, such as “TimedOut”. */
const formatState = ({ state, status }: Synchronization, words: Words): Markdown => {
  if (state === 'other') return status === '' ? words.markdown('shares.outcome.untold') : escapeMarkdown(status);
  const name = words.markdown(`shares.outcome.${state}`);
  return plainStatus.test(status) ? name : (`${name} (${escapeMarkdown(status)})` as Markdown);
};
const plainStatus = /^(completed|succeeded|failed|cancell?ed|inprogress|running|queued)?$/i;

const formatDurationOf = ({ state }: Synchronization, slow: boolean, duration: string, words: Words): Markdown => {
  const length = slow ? words.plain('shares.row.slow', { length: duration }) : duration;
  return state === 'running' ? words.markdown('shares.row.soFar', { length }) : escapeMarkdown(length);
};

/** The duration, or the time since the start while it is running. */
const lengthOf = ({ state, durationMs, startedAt }: Synchronization, now: number): number | undefined =>
  durationMs ?? (state === 'running' && startedAt !== undefined ? Math.max(0, now - startedAt) : undefined);

const syncsView = z.object({
  overline: markdown,
  title: markdown,
  counts: markdown,
  /** The search criteria and the period. */
  criteria: markdown,
  warning: markdown,
  rows: z.array(syncsRow),
  more: markdown,
  buttons: placedButtons,
});

export const syncsCard = defineCard('data-share/syncs.json', syncsView);

/** What the card is drawn from. */
interface SyncsPage {
  readonly share: Shared;
  readonly query: SyncsQuery;
  readonly result: SyncsResult;
  /** Start of the period; milliseconds since 1970, like `now`. */
  readonly from: number;
  readonly now: number;
}

/** A page of a share's synchronizations. */
export const renderSyncs = (page: SyncsPage, words: Words): CardJson =>
  fitCard((share) => syncsCard.render(viewSyncs(page, words, share)));

/** The card's view. @param share part of the maximum text length, from 0 to 1 */
export const viewSyncs = (page: SyncsPage, words: Words, share = 1): z.input<typeof syncsView> => {
  const { result, query, now } = page;
  const { synchronizations, usual } = result;
  const turnTo = (to: number) => syncsButton(page, { ...query, page: to });
  const { rows, more, buttons } = pageOf(synchronizations, query.page, words, turnTo);
  return {
    overline: words.markdown('shares.syncs.overline', { account: page.share.account, share: page.share.name }),
    title: words.markdown('shares.syncs.title', { share: page.share.title }),
    counts: countsOf(page, words),
    criteria: criteriaOf(page, share, words),
    warning: result.complete ? NO_TEXT : words.markdown('shares.syncs.unread'),
    rows: rows.map((sync) => rowOf(sync, { now, usual, share }, words)),
    more,
    buttons: [...buttons, ...queryButtons(page, words)],
  };
};

const syncsButton = ({ share }: Pick<SyncsPage, 'share'>, query: SyncsQuery) => ({
  verb: dataShareVerbs.syncs,
  data: buttonData({ ...query, share: share.key }),
});

/** Buttons that narrow or widen the query, and Back. */
const queryButtons = (page: SyncsPage, words: Words): ListButton[] => {
  const { query, result } = page;
  const to = (name: TextName<'shares.button'>, next: SyncsQuery): ListButton => ({
    title: words.plain(`shares.button.${name}`),
    ...syncsButton(page, { ...next, page: 0 }),
  });
  return [
    ...(query.failed || result.total === 0 ? [] : [to('failed', { ...query, failed: 'yes' })]),
    ...(query.card === undefined
      ? []
      : [{ title: words.plain('shares.button.back'), verb: alertVerbs.back, data: { card: query.card } }]),
    ...(isNarrowed(query) ? [to('all', { ...query, failed: undefined, by: undefined })] : []),
  ];
};

const countsOf = ({ result: { synchronizations, total, consumers, usual }, query }: SyncsPage, words: Words) => {
  if (synchronizations.length === 0) return emptyOf({ total, consumers, query }, words);
  const counted = syncStates
    .map((state) => ({ state, count: synchronizations.filter((sync) => sync.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => words.markdown(`shares.count.${state}`, { count }));
  const [[mode, ms] = []] = usual;
  const length = ms === undefined ? '' : formatLength(ms, words);
  const duration =
    length === '' ? [] : [words.markdown('shares.syncs.usual', { length, mode: formatMode(mode ?? '', words) })];
  return [...counted, ...duration].join(' · ') as Markdown;
};

/** Why the list is empty and what to do next. */
const emptyOf = (
  { total, consumers, query }: Pick<SyncsResult, 'total' | 'consumers'> & { readonly query: SyncsQuery },
  words: Words,
): Markdown => {
  if (total === 0) return words.markdown('shares.empty.none', { looked: String(query.since !== undefined) });
  if (query.by === undefined) return words.markdown('shares.empty.noFailure', { count: total });
  const known = cut(consumers.join(', '), LONGEST.consumers);
  const by = cut(query.by, LONGEST.by);
  return words.markdown(query.failed ? 'shares.empty.noFailureBy' : 'shares.empty.nobody', { by, known });
};

const criteriaOf = ({ query, from }: SyncsPage, share: number, words: Words): Markdown =>
  [
    ...(query.failed ? [words.markdown('shares.asked.failed')] : []),
    ...(query.by === undefined
      ? []
      : [words.markdown('shares.asked.by', { by: cut(query.by, some(LONGEST.by, share)) })]),
    `${words.markdown('shares.asked.since')} ${dateTime(from)}${
      query.since === undefined ? ` ${words.markdown('shares.asked.lookBack')}` : ''
    }`,
  ].join(' · ') as Markdown;

/** For the toast, without markup. */
export const summaryOf = ({ share }: SyncsPage, words: Words): string =>
  words.plain('shares.syncs.title', { share: share.title });
