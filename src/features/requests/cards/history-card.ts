import { verbs } from '#engine/changes/card/card-buttons.ts';
import type { Change } from '#engine/changes/change.ts';
import type { HistoryEntry, RelatedRequest } from '#engine/changes/history.ts';
import { cut, dotted, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import type { ListButton, ListRow, ListView } from '#teams/cards/list.ts';
import { dateTime } from '#teams/cards/view.ts';
import { listVerbs } from '../card-buttons.ts';

/** Lines on a page. */
export const HISTORY_ROWS = 10;

const LONGEST_REASON = 300;

export interface HistoryPage {
  readonly change: Pick<Change, 'id' | 'ref'>;
  /** What was asked for. */
  readonly title: Markdown;
  /** Of this page, the earliest first. */
  readonly rows: readonly HistoryEntry[];
  /** Previous and Next, as far as there are such pages. */
  readonly buttons: readonly ListButton[];
  readonly more: Markdown;
  /** It stands in the place of the request's card. */
  readonly from?: 'card';
}

/** What happened to a request, in the order of time. */
export const historyView = ({ change, title, rows, more, buttons, from }: HistoryPage, words: Words): ListView => ({
  title: words.markdown('requests.history.title', { ref: change.ref }),
  intro: title,
  rows: rows.map((entry) => toRow(entry, words)),
  more,
  buttons: [...buttons, from === 'card' ? backTo(change, words) : show(change, words)],
});

const show = ({ id, ref }: HistoryPage['change'], words: Words): ListButton => ({
  title: words.plain('requests.showThis', { ref }),
  verb: listVerbs.show,
  data: { change: id },
});

const backTo = ({ id }: HistoryPage['change'], words: Words): ListButton => ({
  title: words.plain('requests.list.back'),
  verb: verbs.view,
  data: { change: id, back: 'yes' },
});

const toRow = ({ what, people, reason, more, of, at }: HistoryEntry, words: Words): ListRow => {
  const values = { people: listed(people, words), count: people.length, more };
  const text = words.markdown(`changes.history.${what}`, values);
  return {
    title: of === undefined ? text : relatedText(of, what, text, words),
    detail: dotted(dateTime(at), reason === '' ? NO_TEXT : escapeMarkdown(cut(`“${reason}”`, LONGEST_REASON))),
    note: NO_TEXT,
    tone: 'Default',
  };
};

/** What happened to the request for its extension or its removal. */
const relatedText = (
  { ref, is, until }: RelatedRequest,
  what: HistoryEntry['what'],
  text: Markdown,
  words: Words,
): Markdown => {
  if (is === 'extension' && what === 'done' && until !== undefined)
    return `${words.markdown('requests.history.extended', { ref })} ${dateTime(until)}` as Markdown;
  return words.markdown('requests.history.of', { ref, what: text, is: is ?? 'other' });
};
