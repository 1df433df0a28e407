import { z } from 'zod';
import { describeUnknownNames, unknownNames } from '../../../alerts/feed/unknown-names.ts';
import { type CardJson, defineCard } from '../../../cards/define-card.ts';
import { fitCard, some } from '../../../cards/fit-card.ts';
import { pageOf } from '../../../cards/paged-list.ts';
import { button, dateTime, markdown } from '../../../cards/view.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { pageAction } from '../buttons.ts';
import { few } from '../face-words.ts';
import { namesWanted, sayFilter } from '../filter.ts';
import { type Plan, type Question, writeQuestion } from '../question.ts';
import type { Findings, Found } from '../read.ts';
import { rowOf, summaryRow } from '../summary-row.ts';
import { shortLine } from '../vendor-text.ts';

const summaryView = z.object({
  title: markdown,
  counts: markdown,
  /** What was asked, and how far back was looked. */
  criteria: markdown,
  warning: markdown,
  rows: z.array(summaryRow),
  more: markdown,
  buttons: z.array(button),
});

export const summaryCard = defineCard('health/summary.json', summaryView);

/** Letters of what was asked, and of a place's name. */
const LONGEST = { asked: 200, place: 60 };
const MOST_PLACES = 3;

/** A page of what goes on: active first, by priority; it never shows what a sensitive event hides. */
export const renderSummary = (findings: Findings, plan: Plan, question: Question, words: Words): CardJson => {
  const view = viewSummary(findings, plan, question, words);
  return fitCard((share) => summaryCard.render(view(share)));
};

/** What the card binds, with a share of what it would hold at most. */
export const viewSummary = (
  { found, unread, names }: Findings,
  plan: Plan,
  question: Question,
  words: Words,
): ((share: number) => z.input<typeof summaryView>) => {
  const turnTo = (to: number) => pageAction(writeQuestion({ ...question, page: to }));
  const { page, rows, more, buttons } = pageOf(found, question.page, words, turnTo);
  const several = plan.targets.length > 1;
  return (share) => {
    const places = (titles: readonly string[]): string =>
      few(
        titles.map((title) => shortLine(title, some(LONGEST.place, share))),
        MOST_PLACES,
        words,
      );
    return {
      title: words.markdown('health.summary.title', { place: places(plan.targets.map(({ title }) => title)) }),
      counts: countsOf(found, words),
      criteria: askedOf(plan, question, share, words),
      warning: [
        ...(unread.length === 0 ? [] : [words.markdown('health.summary.unread', { places: places(unread) })]),
        // Nothing there is no all-clear where the name may be a slip of the pen.
        ...(found.length > 0 ? [] : [describeUnknownNames(unknownNames(namesWanted(plan.filter), names), words)]),
      ].join(' ') as Markdown,
      rows: rows.map((one) =>
        rowOf(one, { question: { ...question, page }, rows: rows.length, several, share }, words),
      ),
      more,
      buttons: [...buttons],
    };
  };
};

const countsOf = (found: readonly Found[], words: Words): Markdown => {
  if (found.length === 0) return words.markdown('health.summary.nothing');
  const active = found.filter(({ item }) => item.open).length;
  return words.markdown('health.summary.counts', { active, resolved: found.length - active });
};

/** What was filtered by, and how far back was looked; where nobody said how far, that is said. */
const askedOf = ({ filter, since }: Plan, question: Question, share: number, words: Words): Markdown => {
  const said = shortLine(sayFilter(filter, words), some(LONGEST.asked, share));
  const looked =
    since === undefined
      ? words.markdown('health.summary.everything')
      : `${words.markdown('health.summary.since')} ${dateTime(since)}`;
  const lookBack =
    question.since === undefined && since !== undefined ? ` ${words.markdown('health.summary.lookBack')}` : '';
  return `${said === '' ? '' : `${escapeMarkdown(said)} · `}${looked}${lookBack}` as Markdown;
};
