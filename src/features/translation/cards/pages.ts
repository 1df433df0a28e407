import { z } from 'zod';
import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { payloadBytes } from '#teams/cards/define-card.ts';
import { markdown } from '#teams/cards/view.ts';
import { languageName, listOf, sameLanguage } from '../languages/names.ts';
import { type CardLine, cardLines, groupsOf, toCardView } from '../message/card-view.ts';
import { readMessage } from '../message/read-message.ts';
import type { Result, Translation } from '../translation.ts';
import type { ResultView } from './translation-card.ts';

/** Lines under one heading: a translation, or the original. */
export interface Part<H> {
  readonly heading: H;
  readonly lines: readonly CardLine[];
}

/** The share of a part on a page. */
export interface PagePart<H> extends Part<H> {
  /** It began on an earlier page. */
  readonly continued: boolean;
  /** Its last line is here, followed by the notes on the whole part. */
  readonly ends: boolean;
}

/** The most for the lines of a page; the rest of a message is headings, notes, buttons and the activity itself. */
const MOST_BYTES = 18 * 1024;
/** The size of a heading with its notes. */
const HEADING_BYTES = 1_024;

/** Splits the parts into pages, in order; every part has a place, even without lines. */
export const pagesOf = <H>(parts: readonly Part<H>[]): readonly (readonly PagePart<H>[])[] => {
  const pages: PagePart<H>[][] = [[]];
  let room = MOST_BYTES;
  const open = (part: PagePart<H>): void => void pages.at(-1)?.push(part);
  const turn = (): void => {
    pages.push([]);
    room = MOST_BYTES;
  };
  for (const { heading, lines } of parts) {
    if (room < 2 * HEADING_BYTES) turn();
    room -= HEADING_BYTES;
    let held: CardLine[] = [];
    let continued = false;
    for (const line of lines.flatMap(splitLine)) {
      const bytes = bytesOf(line);
      if (bytes > room && held.length + (pages.at(-1)?.length ?? 0) > 0) {
        if (held.length > 0) open({ heading, lines: held, continued, ends: false });
        continued ||= held.length > 0;
        held = [];
        turn();
        room -= HEADING_BYTES;
      }
      held.push(line);
      room -= bytes;
    }
    open({ heading, lines: held, continued, ends: true });
  }
  return pages;
};

/** A short line may be large: many short runs, each with its style and its link. */
const LONGEST_LINE_BYTES = 6 * 1024;
/** The size of the template's JSON around a line, and around each cell of a table. */
const WRAP_BYTES = 120;

/** The size of a line on a card. */
export const bytesOf = (line: CardLine): number => {
  const cells = line.rows.reduce((sum, row) => sum + row.cells.length, 0);
  return payloadBytes(cardLines.parse([line])) + WRAP_BYTES * (1 + cells);
};

/** The line, split into lines that each fit on a card; almost always itself. */
const splitLine = (line: CardLine): readonly CardLine[] => {
  if (bytesOf(line) <= LONGEST_LINE_BYTES) return [line];
  const { runs, rows } = line;
  if (line.kind === 'text' && runs.length > 1)
    return halves(runs).flatMap((half) => splitLine({ ...line, runs: half }));
  if (rows.length > 1) return halves(rows).flatMap((half) => splitLine({ ...line, rows: half }));
  const cells = rows.flatMap((row) => row.cells.flatMap((cell) => cell.lines));
  return cells.length === 0
    ? [line]
    : cells.flatMap((cell) => splitLine({ ...line, kind: 'text', runs: cell.runs, columns: [], rows: [] }));
};

const halves = <T>(list: readonly T[]): readonly T[][] => {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
};

export const note = z.object({ text: markdown, tone: z.string() });

type Note = z.input<typeof note>;

export interface Heading {
  readonly label: string;
  readonly kind: 'translation' | 'original';
  /** Notes below its last line. */
  readonly notes: readonly Note[];
}

export const noteOf = (text: Note['text'], tone = 'Default'): Note => ({ text, tone });

export const partsOf = (
  outcome: Result['targets'][number],
  sources: Result['sources'],
  words: Words,
): readonly Part<Heading>[] => {
  const { target, document, untouched, transliterated, custom } = outcome;
  const label = languageName(target.language, words.formatLocale);
  const already = sources.length === 1 && sources.every(({ language }) => sameLanguage(language, target.language));
  const notes = [
    ...(already ? [noteOf(words.markdown('translation.card.same', { language: label }))] : []),
    ...(untouched > 0 ? [noteOf(words.markdown('translation.card.untouched', { count: untouched }), 'Attention')] : []),
    ...(custom ? [noteOf(words.markdown('translation.card.custom'))] : []),
  ];
  const text: Part<Heading> = { heading: { label, kind: 'translation', notes }, lines: toCardView(document) };
  if (transliterated === undefined) return [text];
  const script = words.plain('translation.card.script', { language: label, script: listOf([target], words) });
  const heading: Heading = { label: script, kind: 'translation', notes: [] };
  return [text, { heading, lines: toCardView(readMessage({ kind: 'text', content: transliterated })) }];
};

export const originalOf = ({ order, view: { shortened } }: Translation, from: string, words: Words): Part<Heading> => ({
  heading: {
    label: words.plain('translation.card.original', { from }),
    kind: 'original',
    notes:
      shortened === undefined ? [] : [noteOf(words.markdown(`translation.card.shortened.${shortened}`), 'Attention')],
  },
  lines: toCardView(readMessage(order.message)),
});

export const sectionOf = (
  { heading, lines, continued, ends }: PagePart<Heading>,
  words: Words,
): ResultView['sections'][number] => {
  const { label, kind, notes } = heading;
  return {
    label: continued ? words.markdown('translation.card.continued', { label }) : escapeMarkdown(label),
    tone: kind === 'original' ? 'Default' : 'Accent',
    original: kind === 'original',
    groups: groupsOf(lines),
    notes: ends ? [...notes] : [],
  };
};
