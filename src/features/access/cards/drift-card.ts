import { escapeMarkdown, joinMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import {
  fullRow,
  type ListButton,
  type ListRow,
  type ListView,
  listCard,
  pageOf,
  type RowsView,
  rowsCard,
} from '#teams/cards/list.ts';
import { dateTime } from '#teams/cards/view.ts';
import { describeMismatch, type Mismatch, type MismatchKind, type Voice } from '../drift/mismatch.ts';
import type { StoredDrift } from '../drift/weekly-job.ts';

export const driftVerbs = {
  list: 'access.drift',
  open: 'access.driftOne',
  remove: 'access.driftRemove',
  ask: 'access.driftAsk',
  acknowledge: 'access.driftKeep',
} as const;

/** The press that draws a page of the list. @param page from 0 */
export const turnDriftTo = (page: number): Omit<ListButton, 'title'> => ({ verb: driftVerbs.list, data: { page } });

/** A card stays in its chat: each reader's client writes its moments. */
const voiceOf = (words: Words): Voice => ({ text: words.markdown, moment: dateTime });

/** What needs a person first. */
const tones: Readonly<Record<MismatchKind, string>> = {
  outside: 'Warning',
  gone: 'Attention',
  changed: 'Warning',
  forbidden: 'Default',
};

/** A page of differences, each opened by a press; and what could not be read. @param page from 0 */
export const driftView = ({ mismatches, unread }: StoredDrift, page: number, words: Words): ListView => {
  const { rows, more, buttons } = pageOf(mismatches, page, words, turnDriftTo);
  return {
    title: words.markdown('access.drift.title'),
    intro: introOf(mismatches.length, unread, words),
    rows: rows.map((mismatch) => toRow(mismatch, page, words)),
    more,
    buttons: [...buttons],
  };
};

export const driftCard = (...view: Parameters<typeof driftView>): CardJson => listCard.render(driftView(...view));

/** What could not be read comes first: nothing is known of it. */
const introOf = (count: number, unread: readonly string[], words: Words): Markdown =>
  joinMarkdown([
    ...unread.map((place) => words.markdown('access.drift.unread', { place })),
    ...(count > 0 || unread.length === 0 ? [words.markdown('access.drift.intro', { count })] : []),
  ]);

const toRow = (mismatch: Mismatch, page: number, words: Words): ListRow => {
  const { what, finding } = describeMismatch(mismatch, voiceOf(words));
  return {
    title: escapeMarkdown(mismatch.person.name),
    detail: what as Markdown,
    note: finding as Markdown,
    tone: tones[mismatch.kind],
    opens: { verb: driftVerbs.open, data: { mark: mismatch.mark, page } },
  };
};

/** One difference with what this reader can do about it. @param acts which of its buttons are for them */
export const mismatchView = (
  mismatch: Mismatch,
  page: number,
  acts: readonly ('remove' | 'ask' | 'acknowledge')[],
  words: Words,
): RowsView => {
  const { what, finding, details } = describeMismatch(mismatch, voiceOf(words));
  const data = { mark: mismatch.mark, page };
  return {
    title: finding as Markdown,
    intro: NO_TEXT,
    rows: [
      fullRow({
        title: joinMarkdown([escapeMarkdown(mismatch.person.name), what], ' · '),
        detail: details.map((detail) => `- ${detail}`).join('\n') as Markdown,
        note: hintOf(mismatch, acts.includes('acknowledge'), words),
        acts: acts.map((act) => ({ title: words.plain(`access.drift.button.${act}`), verb: driftVerbs[act], data })),
      }),
    ],
    more: NO_TEXT,
    buttons: [{ title: words.plain('access.drift.button.list'), ...turnDriftTo(page) }],
  };
};

export const mismatchCard = (...view: Parameters<typeof mismatchView>): CardJson =>
  rowsCard.render(mismatchView(...view));

/** A reader without the right to keep it reads nothing about that. */
const hintOf = ({ kind, person }: Mismatch, mayKeep: boolean, words: Words): Markdown =>
  joinMarkdown([
    ...(kind === 'gone' ? [words.markdown('access.drift.hint.gone', { who: person.name })] : []),
    ...(kind === 'changed' ? [words.markdown('access.drift.hint.changed')] : []),
    ...(mayKeep ? [words.markdown('access.drift.hint.keep')] : []),
  ]);
