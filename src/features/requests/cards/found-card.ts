import type { Change, Decision } from '#engine/changes/change.ts';
import type { Description } from '#engine/changes/change-kind.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import { capitalised, cut, dotted, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { listed, type TextName, type Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import type { ListButton, ListRow, ListView } from '#teams/cards/list.ts';
import { toneStyle } from '#teams/cards/view.ts';
import { listVerbs } from '../card-buttons.ts';
import { type ListQuery, placesIn } from '../parse-query.ts';

/** Rows on a page. */
export const FOUND_ROWS = 8;

/** A request of the list, as its reader may see it. */
export interface FoundRequest {
  readonly change: Change;
  readonly description: Description;
  readonly state: NonNullable<Description['headline']>;
  readonly decisions: readonly Decision[];
}

export interface FoundPage {
  readonly query: ListQuery;
  readonly rows: readonly FoundRequest[];
  /** Previous and Next, as far as there are such pages. */
  readonly buttons: readonly ListButton[];
  /** How far it was read where the page is not full; milliseconds since 1970. */
  readonly readBackTo: number | undefined;
  readonly policy: Policy;
}

const LONGEST_TITLE = 160;

/** A page of requests, or of what was changed at a place. */
export const foundView = ({ query, rows, buttons, readBackTo, policy }: FoundPage, words: Words): ListView => ({
  title: words.markdown(titleOf(query), titleValues(query, policy, words)),
  intro: dotted(
    ...(filtersOf(query, policy, words, 'markdown') as readonly Markdown[]),
    rows.length === 0 && readBackTo === undefined ? words.markdown(`requests.list.empty.${query.list}`) : NO_TEXT,
  ),
  rows: rows.map((row) => toRow(row, query, words)),
  more: readBackTo === undefined ? NO_TEXT : words.markdown('requests.list.readBack', { when: new Date(readBackTo) }),
  buttons: [...buttons],
});

const titleOf = ({ list, place }: ListQuery) =>
  list === 'found' ? 'requests.list.title' : place === undefined ? 'requests.list.changed' : 'requests.list.changedAt';

const titleValues = (query: ListQuery, policy: Policy, words: Words) => ({
  place: listed(
    placesIn(query).map((key) => policy.place(key)?.title ?? key),
    words,
  ),
});

/** The title without markup, for a notification. */
export const foundSummary = (query: ListQuery, policy: Policy, words: Words): string =>
  words.plain(titleOf(query), titleValues(query, policy, words));

/** The filters in words, so that the reader sees what was understood. */
export const filtersOf = (
  query: ListQuery,
  policy: Policy,
  words: Words,
  as: 'plain' | 'markdown',
): readonly string[] => {
  const { list, states, by, place, role, since } = query;
  const name = (objectId: string): string => policy.nameOf(objectId, objectId);
  const filter = (key: TextName<'requests.list.filter'>, values: TextValues): string =>
    words[as](`requests.list.filter.${key}`, values);
  const stateNames = states?.split(',').map((state) => words.plain(`changes.stateName.${state as Change['state']}`));
  return [
    ...(stateNames ? [capitalised(listed(stateNames, words, 'disjunction'))] : []),
    ...(by === undefined ? [] : [filter('by', { who: name(by) })]),
    ...(query.for === undefined ? [] : [filter('for', { who: name(query.for) })]),
    ...(place === undefined || list === 'changed' ? [] : [filter('place', titleValues(query, policy, words))]),
    ...(role === undefined ? [] : [filter('role', { role })]),
    ...(since === undefined ? [] : [filter('since', { when: new Date(since) })]),
  ];
};

const toRow = ({ change, description, state, decisions }: FoundRequest, { list }: ListQuery, words: Words): ListRow => {
  const approvals = decisions.filter(({ verdict }) => verdict === 'approve').map(({ person }) => person.name);
  const asked = { when: new Date(change.createdAt), who: change.requester.name };
  return {
    title: escapeMarkdown(cut(capitalised(description.summary), LONGEST_TITLE)),
    detail: dotted(
      list === 'changed' && change.endedAt !== undefined ? words.moment(change.endedAt) : NO_TEXT,
      words.markdown(list === 'changed' ? 'requests.list.requestedBy' : 'requests.list.requested', asked),
      approvals.length === 0 ? NO_TEXT : words.markdown('requests.list.approved', { who: listed(approvals, words) }),
    ),
    note: dotted(state.text, description.brief ?? NO_TEXT, escapeMarkdown(change.ref)),
    tone: toneStyle(state.tone).colour,
    opens: { verb: listVerbs.history, data: { change: change.id } },
  };
};
