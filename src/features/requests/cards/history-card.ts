import type { ListButton, ListRow, ListView } from '../../../cards/list.ts';
import { dateTime } from '../../../cards/view.ts';
import type { Change } from '../../../changes/change.ts';
import type { HistoryEntry } from '../../../changes/history/history.ts';
import { cut, dotted, escapeMarkdown, type Markdown, NO_TEXT } from '../../../lib/text.ts';
import { listed } from '../../../texts/name-list.ts';
import type { Words } from '../../../texts/texts.ts';
import { listVerbs } from '../verbs.ts';

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
}

/** What happened to a request, in the order of time. */
export const historyView = ({ change, title, rows, more, buttons }: HistoryPage, words: Words): ListView => ({
  title: words.markdown('requests.history.title', { ref: change.ref }),
  intro: title,
  rows: rows.map((entry) => toRow(entry, words)),
  more,
  buttons: [
    ...buttons,
    {
      title: words.plain('requests.showThis', { ref: change.ref }),
      verb: listVerbs.show,
      data: { change: change.id },
    },
  ],
});

const toRow = ({ what, people, reason, more, of, at }: HistoryEntry, words: Words): ListRow => {
  const values = { people: listed(people, words), count: people.length, more };
  const text = words.markdown(`changes.history.${what}`, values);
  return {
    title: of === undefined ? text : words.markdown('requests.history.of', { ref: of, what: text }),
    detail: dotted(dateTime(at), reason === '' ? NO_TEXT : escapeMarkdown(cut(`“${reason}”`, LONGEST_REASON))),
    note: NO_TEXT,
    tone: 'Default',
  };
};
