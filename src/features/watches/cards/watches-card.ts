import type { AlertSource } from '#engine/alerts/feed/source.ts';
import type { Mute, Watch } from '#engine/alerts/watch/watch.ts';
import { capitalised, cut, dotted, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { type ListRow, type ListView, listView, pageOf } from '#teams/cards/list.ts';
import { dateTime } from '#teams/cards/view.ts';
import { formatFilter, formatQuietHours, formatRhythm, formatState } from '../format.ts';
import { watchVerbs } from './watch-card.ts';

interface WatchesPage {
  readonly watches: readonly Watch[];
  readonly mutes: readonly Mute[];
  readonly sources: readonly AlertSource[];
  /** From 0; clamped to the last page. */
  readonly page: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A list with the buttons below each row: two beside it would leave no room for text on a phone. */
export const watchesCard = defineCard('watches/watches.json', listView);

/** Rows on one card; with two buttons each they stay under Teams' size limit. */
export const ROWS = 8;
const LONGEST = { title: 80, filter: 120 };

/** The watches and mutes of a conversation. */
export const viewWatches = (view: WatchesPage, words: Words): ListView => {
  const entries = [...view.watches.map((watch) => ({ watch })), ...view.mutes.map((mute) => ({ mute }))];
  const turnTo = (to: number) => ({ verb: watchVerbs.turn, data: { page: to } });
  const { page, rows, more, buttons } = pageOf(entries, view.page, words, turnTo, ROWS);
  return {
    title: words.markdown('watches.list.title'),
    intro: view.watches.length === 0 ? words.markdown('watches.list.empty') : NO_TEXT,
    rows: rows.map((row) => ('watch' in row ? watchRow(row.watch, page, view, words) : muteRow(row.mute, page, words))),
    more,
    buttons: [...buttons],
  };
};

const watchRow = (watch: Watch, page: number, { sources, now }: WatchesPage, words: Words): ListRow => {
  const state = formatState(watch, now, words);
  const turning = state.silent ? 'resume' : 'pause';
  return {
    title: words.markdown('watches.list.watch', { source: watch.source, title: cut(watch.title, LONGEST.title) }),
    detail: capitalised(
      dotted(
        formatFilter(watch, sources, words, LONGEST.filter),
        formatRhythm(watch, words),
        formatQuietHours(watch, words, 'watches.list.quiet'),
      ),
    ),
    note: dotted(
      escapeMarkdown(watch.ref),
      words.markdown('watches.list.by', { who: watch.createdBy.name }),
      state.text,
    ),
    tone: { good: 'Default', warning: 'Warning', attention: 'Attention' }[String(state.tone)] ?? 'Default',
    buttons: [
      { title: words.plain(`watches.button.${turning}`), verb: watchVerbs[turning], data: { ref: watch.ref, page } },
      { title: words.plain('watches.button.stop'), verb: watchVerbs.stop, data: { ref: watch.ref, page } },
    ],
  };
};

const muteRow = ({ id, what, name, by, at, until }: Mute, page: number, words: Words): ListRow => ({
  title: words.markdown('watches.list.mute', { what, name }),
  detail: NO_TEXT,
  note: dotted(
    words.markdown('watches.list.mutedBy', { who: by }),
    dateTime(at),
    until === undefined ? NO_TEXT : (`${words.markdown('watches.list.until')} ${dateTime(until)}` as Markdown),
  ),
  tone: 'Default',
  buttons: [{ title: words.plain('watches.button.unmute'), verb: watchVerbs.unmute, data: { mute: id, page } }],
});
