import { z } from 'zod';
import { alertVerbs } from '../../../alerts/alerts.ts';
import { type CardJson, defineCard } from '../../../cards/define-card.ts';
import { fitCard, some } from '../../../cards/fit-card.ts';
import { type ListButton, PAGE_ROWS } from '../../../cards/list.ts';
import { button, dateTime, markdown } from '../../../cards/view.ts';
import { cut, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Shared } from '../policy.ts';
import { isNarrowed, type Question, writeQuestion } from '../question.ts';
import type { Findings } from '../read-runs.ts';
import { outcomes } from '../run.ts';
import { NONE, sayLength, sayMode } from '../say.ts';
import { rowOf, syncsRow } from '../syncs-row.ts';
import { sharesVerbs } from '../verbs.ts';

const syncsView = z.object({
  kicker: markdown,
  title: markdown,
  counts: markdown,
  /** What was asked, and how far back was looked. */
  asked: markdown,
  warning: markdown,
  rows: z.array(syncsRow),
  more: markdown,
  buttons: z.array(button),
});

export const syncsCard = defineCard('data-share/syncs.json', syncsView);

const LONGEST = { by: 60, people: 200 };

/** What the card is drawn from. */
interface SyncsPage {
  readonly share: Shared;
  readonly question: Question;
  readonly findings: Findings;
  /** From when on was looked; milliseconds since 1970, as `now`. */
  readonly from: number;
  readonly now: number;
}

/** A page of what was synchronized. */
export const renderSyncs = (page: SyncsPage, words: Words): CardJson =>
  fitCard((share) => syncsCard.render(viewSyncs(page, words, share)));

/** What the card binds, with a share of what it would hold at most. */
export const viewSyncs = (page: SyncsPage, words: Words, share = 1): z.input<typeof syncsView> => {
  const { findings, now } = page;
  const { runs, usual } = findings;
  const pages = Math.max(1, Math.ceil(runs.length / PAGE_ROWS));
  const at = Math.min(page.question.page, pages - 1);
  const shown = runs.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS);
  return {
    kicker: words.markdown('shares.syncs.kicker', { account: page.share.account, share: page.share.name }),
    title: words.markdown('shares.syncs.title', { share: page.share.title }),
    counts: countsOf(page, words),
    asked: askedOf(page, share, words),
    warning: findings.whole ? NONE : words.markdown('shares.syncs.unread'),
    rows: shown.map((run) => rowOf(run, { now, usual, share }, words)),
    more: pages > 1 ? words.markdown('shares.syncs.page', { page: at + 1, pages, count: runs.length }) : NONE,
    buttons: buttonsOf(page, at, pages, words),
  };
};

const countsOf = ({ findings: { runs, all, people, usual }, question }: SyncsPage, words: Words) => {
  if (runs.length === 0) return emptyOf({ all, people, question }, words);
  const counted = outcomes
    .map((outcome) => ({ outcome, count: runs.filter((run) => run.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => words.markdown(`shares.count.${outcome}`, { count }));
  const [[mode, ms] = []] = usual;
  const length = ms === undefined ? '' : sayLength(ms, words);
  const took =
    length === '' ? [] : [words.markdown('shares.syncs.usual', { length, mode: sayMode(mode ?? '', words) })];
  return [...counted, ...took].join(' · ') as Markdown;
};

/** Why there is nothing to show, and what to do next: another answer for each reason. */
const emptyOf = (
  { all, people, question }: Pick<Findings, 'all' | 'people'> & { readonly question: Question },
  words: Words,
): Markdown => {
  if (all === 0) return words.markdown('shares.empty.none', { looked: String(question.since !== undefined) });
  if (question.by === undefined) return words.markdown('shares.empty.noFailure', { count: all });
  const known = cut(people.join(', '), LONGEST.people);
  const by = cut(question.by, LONGEST.by);
  return words.markdown(question.failed ? 'shares.empty.noFailureBy' : 'shares.empty.nobody', { by, known });
};

const askedOf = ({ question, from }: SyncsPage, share: number, words: Words): Markdown =>
  [
    ...(question.failed ? [words.markdown('shares.asked.failed')] : []),
    ...(question.by === undefined
      ? []
      : [words.markdown('shares.asked.by', { by: cut(question.by, some(LONGEST.by, share)) })]),
    `${words.markdown('shares.asked.since')} ${dateTime(from)}${
      question.since === undefined ? ` ${words.markdown('shares.asked.lookBack')}` : ''
    }`,
  ].join(' · ') as Markdown;

const buttonsOf = ({ share, question, findings }: SyncsPage, at: number, pages: number, words: Words): ListButton[] => {
  const to = (name: string, next: Question): ListButton => ({
    title: words.plain(`shares.button.${name}`),
    verb: sharesVerbs.syncs,
    data: writeQuestion({ ...next, share: share.key }),
  });
  return [
    ...(at > 0 ? [to('previous', { ...question, page: at - 1 })] : []),
    ...(at + 1 < pages ? [to('next', { ...question, page: at + 1 })] : []),
    ...(question.failed || findings.all === 0 ? [] : [to('failed', { ...question, failed: 'yes', page: 0 })]),
    ...(question.card === undefined
      ? []
      : [{ title: words.plain('shares.button.back'), verb: alertVerbs.back, data: { card: question.card } }]),
    ...(isNarrowed(question) ? [to('all', { ...question, failed: undefined, by: undefined, page: 0 })] : []),
  ];
};

/** For the toast, without markup. */
export const summaryOf = ({ share }: SyncsPage, words: Words): string =>
  words.plain('shares.syncs.title', { share: share.title });
