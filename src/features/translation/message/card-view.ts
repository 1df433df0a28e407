import { z } from 'zod';
import { breaksIn, type Document, type Part } from './document.ts';
import { inert, type Line, outlineOf, type Table } from './outline.ts';

/** A text run in one style, without Markdown. `url` is its link, empty for none. */
const run = z
  .object({
    text: z.string(),
    bold: z.boolean(),
    italic: z.boolean(),
    underline: z.boolean(),
    strike: z.boolean(),
    mono: z.boolean(),
    large: z.boolean(),
    url: z.string(),
  })
  .transform(({ text, bold, italic, underline, strike, mono, large, url }) => ({
    type: 'TextRun',
    text,
    ...(bold ? { weight: 'Bolder' } : {}),
    ...(large ? { size: 'Medium' } : {}),
    ...(mono ? { fontType: 'Monospace' } : {}),
    ...(italic ? { italic } : {}),
    ...(underline ? { underline } : {}),
    ...(strike ? { strikethrough: strike } : {}),
    ...(url === '' ? {} : { selectAction: { type: 'Action.OpenUrl', url } }),
  }));
export type Run = z.input<typeof run>;

const cardLine = z.object({
  kind: z.enum(['text', 'table']),
  /** The container's style: quotes and code have their own background. */
  style: z.enum(['default', 'emphasis']),
  spacing: z.enum(['None', 'Small', 'Default']),
  rtl: z.boolean(),
  runs: z.array(run),
  columns: z.array(z.object({ width: z.number() })),
  rows: z.array(z.object({ cells: z.array(z.object({ lines: z.array(z.object({ runs: z.array(run) })) })) })),
});
export type CardLine = z.input<typeof cardLine>;

/** The `lines` of cards/translation/lines.json. */
export const cardLines = z.array(cardLine);

const PLAIN = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  mono: false,
  large: false,
  url: '',
} as const;
const LONGEST_LINE = 1_500;
const MOST_COLUMNS = 8;
const MOST_ROWS = 8;

/** A document as lines of a card, in order and each small, so that cards can be filled freely. */
export const toCardView = (document: Document): readonly CardLine[] =>
  outlineOf(document).flatMap((shown): readonly CardLine[] => {
    if (shown.is === 'table') return tableLines(shown);
    return shown.is === 'line' ? textLines(shown) : shown.text.split('\n').flatMap(codeLines);
  });

/** A line of code, also an empty one, with its spaces unchanged. */
const codeLines = (line: string): readonly CardLine[] => {
  const code = unhidden(line).replaceAll('\t', '  ').replaceAll(' ', '\u00a0');
  const runs = { ...PLAIN, mono: true, text: code === '' ? '\u00a0' : code };
  return lines([runs]).map((one) => lineOf(one, { style: 'emphasis', spacing: 'None' }));
};

const lineOf = (runs: Run[], { style, spacing }: Pick<CardLine, 'style' | 'spacing'>): CardLine => {
  const rtl = RIGHT_TO_LEFT.test(runs.map(({ text }) => text).join(''));
  return { kind: 'text', style, spacing, rtl, runs, columns: [], rows: [] };
};

/** Whether the first letter is from a right-to-left script. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const textLines = (line: Line): readonly CardLine[] => {
  const { role, quoted, lead } = line;
  const spacing = lead !== '' || role === 'item' ? 'None' : quoted ? 'Small' : 'Default';
  return lines(lineRuns(line)).map((runs, index) =>
    lineOf(runs, { style: quoted ? 'emphasis' : 'default', spacing: index === 0 ? spacing : 'None' }),
  );
};

const lineRuns = ({ role, lead, parts }: Line): readonly Run[] => {
  const heading = role === 'heading' ? { bold: true, large: true } : {};
  const first: readonly Run[] = lead === '' ? [] : [{ ...PLAIN, text: lead }];
  return [...first, ...parts.flatMap((part) => runsOf(part, { ...PLAIN, ...heading }))];
};

const runsOf = (part: Part, style: Omit<Run, 'text'>): readonly Run[] => {
  if (part.is === 'mark') {
    const own = part.style === 'link' || part.style === 'other' ? {} : { [part.style]: true };
    const inside = { ...style, ...own, url: safe(part.url) || style.url };
    return part.parts.flatMap((one) => runsOf(one, inside));
  }
  if (part.is === 'kept') {
    const text = shownText(part.shown);
    return [{ ...style, text, mono: style.mono || part.what === 'code', url: safe(part.url) || style.url }];
  }
  return [{ ...style, text: shownText(part.is === 'text' ? part.text : part.phrase) }];
};

/** Links on cards are https only. */
const safe = (url: string | undefined): string =>
  url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : '';

/** Control characters, and characters that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202d\u202e]/g;

const unhidden = (text: string): string => inert(text.replace(HIDDEN, ''));

const shownText = (text: string): string => unhidden(text).replace(/[^\S\u00a0\n]+/g, ' ');

/** Runs as lines of a card: each line break begins one, and so does a run that is too long. */
const lines = (runs: readonly Run[]): readonly Run[][] => {
  const result: Run[][] = [[]];
  let length = 0;
  const turn = (): void => {
    result.push([]);
    length = 0;
  };
  for (const run of runs) {
    for (const [index, text] of run.text.split('\n').entries()) {
      if (index > 0) turn();
      const places = [...breaksIn(text, LONGEST_LINE), text.length];
      for (const [at, to] of places.entries()) {
        const stretch = text.slice(places[at - 1] ?? 0, to);
        if (length > 0 && length + stretch.length > LONGEST_LINE) turn();
        if (stretch !== '') result.at(-1)?.push({ ...run, text: stretch });
        length += stretch.length;
      }
    }
  }
  return result.filter((line) => line.some(({ text }) => text.trim() !== '' || text.includes('\u00a0')));
};

/** A table, split into tables of a few rows; one with too many columns or too long rows is shown cell by cell. */
const tableLines = ({ rows }: Table): readonly CardLine[] => {
  const width = Math.max(...rows.map(({ length }) => length));
  const drawn = rows.map((row) => row.map((cell) => cell.flatMap((line) => lines(lineRuns(line)))));
  const weight = (row: readonly (readonly Run[][])[]): number =>
    row.flat(2).reduce((sum, { text }) => sum + text.length, 0);
  if (width > MOST_COLUMNS || drawn.some((row) => weight(row) > LONGEST_LINE)) return rows.flat(2).flatMap(textLines);
  const tables: CardLine[] = [];
  for (let at = 0; at < drawn.length; at += MOST_ROWS) {
    tables.push({
      ...{ kind: 'table', style: 'default', spacing: at === 0 ? 'Default' : 'None', runs: [] },
      rtl: RIGHT_TO_LEFT.test(
        drawn
          .flat(3)
          .map(({ text }) => text)
          .join(''),
      ),
      columns: Array.from({ length: width }, () => ({ width: 1 })),
      rows: drawn.slice(at, at + MOST_ROWS).map((row) => ({
        cells: Array.from({ length: width }, (_, column) => ({ lines: cellLines(row[column] ?? []) })),
      })),
    });
  }
  return tables;
};

/** Every cell has a line: clients do not show empty cells. */
const cellLines = (drawn: readonly Run[][]): { runs: Run[] }[] =>
  (drawn.length > 0 ? drawn : [[{ ...PLAIN, text: '\u00a0' }]]).map((runs) => ({ runs }));

/** Consecutive lines with the same background: a code block or a quote is one area. */
export const lineGroups = z.array(
  z.object({ style: z.string(), spacing: z.string(), rtl: z.boolean(), lines: cardLines }),
);
type LineGroup = z.input<typeof lineGroups>[number];

export const groupsOf = (lines: readonly CardLine[]): LineGroup[] => {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.style === line.style && last.rtl === line.rtl) last.lines.push(line);
    else groups.push({ style: line.style, spacing: line.spacing, rtl: line.rtl, lines: [line] });
  }
  return groups;
};
