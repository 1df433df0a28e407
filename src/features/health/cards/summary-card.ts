import { z } from 'zod';
import { toneOf } from '#engine/alerts/feed/signal.ts';
import { describeUnknownNames, unknownNames } from '#engine/alerts/feed/unknown-names.ts';
import { capitalised, dotted, escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { type CardJson, defineCard, fitCard, some } from '#teams/cards/define-card.ts';
import { pageOf } from '#teams/cards/list.ts';
import { button, dateTime, markdown, toneStyle } from '#teams/cards/view.ts';
import { filterNames, formatFilter } from '../filter.ts';
import { few, formatKind, formatLevel, openStateOf, plannedFor, titleOf } from '../format.ts';
import type { HealthItem } from '../item.ts';
import { kindOf } from '../kind.ts';
import type { HealthPlan, HealthQuery } from '../query.ts';
import type { FoundEvent, HealthResult } from '../read-events.ts';
import { shortLine } from '../vendor-text.ts';
import { detailsButton, pageAction } from './buttons.ts';

/** One event on a list; a press on it opens its details. */
const summaryRow = z
  .object({
    state: markdown,
    colour: z.string(),
    title: markdown,
    where: markdown,
    when: markdown,
    opens: button,
    links: z.array(z.object({ title: z.string(), url: z.string() })),
  })
  .transform(({ opens: { verb, data, submit }, ...row }) => ({ ...row, verb, data, submit }));

/** Maximum text lengths. */
const LONGEST = { title: 120, name: 60, criteria: 200 };
const MOST_NAMES = 4;
/** Below this share of the text length rows have no links. */
const SCARCE = 0.3;

interface RowContext {
  /** The query of the list. */
  readonly query: HealthQuery;
  /** Rows on the page. */
  readonly rows: number;
  /** Whether the list covers more than one place, so that each row names its own. */
  readonly several: boolean;
  /** Part of the maximum text length, from 0 to 1. */
  readonly share: number;
}

export const rowOf = ({ item, places }: FoundEvent, { query, rows, several, share }: RowContext, words: Words) => {
  const kind = kindOf(item);
  const planned = plannedFor(item);
  const level = formatLevel(item.level, words);
  const list = (names: readonly string[], further = 0): string =>
    few(
      names.map((name) => shortLine(name, some(LONGEST.name, share))),
      some(MOST_NAMES, share),
      words,
      further,
    );
  const state = [
    escapeMarkdown(formatKind(kind, words)),
    item.open ? openStateOf(item, words) : words.markdown('health.state.wasLevel', { level }),
  ];
  const regions = item.regions.map(({ name }) => name);
  const where = [list(item.services, item.further.services), list(regions, item.further.regions)];
  const when = [...moments(item, planned !== undefined, words), ...(several ? [escapeMarkdown(list(places))] : [])];
  return {
    state: state.join(' · ') as Markdown,
    colour: toneStyle(toneOf(item)).colour,
    title: escapeMarkdown(titleOf(item, words, some(LONGEST.title, share))),
    where: escapeMarkdown(where.filter((part) => part !== '').join(' · ')),
    when: when.join(' · ') as Markdown,
    opens: detailsButton(item, query, rows, words),
    links: share < SCARCE ? [] : linksOf(item, words),
  };
};

/** A person without the right to the details may have rights in the vendor's portal. */
const linksOf = ({ hidden, portal }: HealthItem, words: Words) =>
  hidden && portal !== undefined ? [{ title: words.plain('health.button.portal'), url: portal }] : [];

/** Start and last update; for planned work the state has the time. */
const moments = ({ startedAt, updatedAt }: FoundEvent['item'], planned: boolean, words: Words): readonly string[] =>
  planned || startedAt === undefined
    ? [`${words.markdown('health.row.updatedFirst')} ${dateTime(updatedAt)}`]
    : [
        `${words.markdown('health.row.since')} ${dateTime(startedAt)}`,
        `${words.markdown('health.row.updated')} ${dateTime(updatedAt)}`,
      ];

const summaryView = z.object({
  title: markdown,
  counts: markdown,
  /** The search criteria and the period. */
  criteria: markdown,
  warning: markdown,
  rows: z.array(summaryRow),
  more: markdown,
  buttons: z.array(button),
});

export const summaryCard = defineCard('health/summary.json', summaryView);

const MOST_PLACES = 3;

/** A page of events: active first, by priority; sensitive texts are never shown. */
export const renderSummary = (findings: HealthResult, plan: HealthPlan, query: HealthQuery, words: Words): CardJson => {
  const view = viewSummary(findings, plan, query, words);
  return fitCard((share) => summaryCard.render(view(share)));
};

/** The card's view. @returns takes the part of the maximum text length, from 0 to 1 */
export const viewSummary = (
  { found, unread, names }: HealthResult,
  plan: HealthPlan,
  query: HealthQuery,
  words: Words,
): ((share: number) => z.input<typeof summaryView>) => {
  const turnTo = (to: number) => pageAction({ ...query, page: to });
  const { page, rows, more, buttons } = pageOf(found, query.page, words, turnTo);
  const several = plan.targets.length > 1;
  return (share) => {
    const places = (titles: readonly string[]): string =>
      few(
        titles.map((title) => shortLine(title, some(LONGEST.name, share))),
        MOST_PLACES,
        words,
      );
    return {
      title: words.markdown('health.summary.title', { place: places(plan.targets.map(({ title }) => title)) }),
      counts: countsOf(found, words),
      criteria: criteriaOf(plan, query, share, words),
      warning: [
        ...(unread.length === 0 ? [] : [words.markdown('health.summary.unread', { places: places(unread) })]),
        // An empty list is no all-clear for a misspelled name.
        ...(found.length > 0 ? [] : [describeUnknownNames(unknownNames(filterNames(plan.filter), names), words)]),
      ].join(' ') as Markdown,
      rows: rows.map((one) => rowOf(one, { query: { ...query, page }, rows: rows.length, several, share }, words)),
      more,
      buttons: [...buttons],
    };
  };
};

const countsOf = (found: readonly FoundEvent[], words: Words): Markdown => {
  if (found.length === 0) return words.markdown('health.summary.nothing');
  const open = found.filter(({ item }) => item.open).length;
  const planned = found.filter(({ item }) => plannedFor(item) !== undefined).length;
  return words.markdown('health.summary.counts', { active: open - planned, planned, resolved: found.length - open });
};

/** The filter and the period, marked as the default where the query names none. */
const criteriaOf = ({ filter, since }: HealthPlan, query: HealthQuery, share: number, words: Words): Markdown => {
  const filterText = shortLine(formatFilter(filter, words), some(LONGEST.criteria, share));
  const period =
    since === undefined
      ? words.markdown('health.summary.everything')
      : `${words.markdown('health.summary.since')} ${dateTime(since)}`;
  const lookBack =
    query.since === undefined && since !== undefined ? ` ${words.markdown('health.summary.lookBack')}` : '';
  return dotted(capitalised(escapeMarkdown(filterText)), `${period}${lookBack}` as Markdown);
};
