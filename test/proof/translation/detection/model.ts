import type { Order } from '../../../../src/features/translation/translation.ts';

/** One line of a message, and what the translator takes it for. */
export interface Line {
  readonly text: string;
  /** What it is surely in. */
  readonly sure?: string;
  /** Absent for what has no words. */
  readonly detected?: { readonly language: string; readonly score: number };
}

/** What a line must come to. */
export interface Judged {
  readonly line: Line;
  /** What it is taken to be in at the end. */
  readonly language: string | undefined;
  readonly doubtful: boolean;
  /** It goes once more, as what the person suggested. */
  readonly again: boolean;
  /** For these it stays as it was. */
  readonly untouched: readonly string[];
}

export const LOW = 0.7;

/** What most of the letters are surely in. */
const mainOf = (lines: readonly Line[]): string | undefined => {
  const letters = new Map<string, number>();
  for (const { sure, text } of lines) if (sure) letters.set(sure, (letters.get(sure) ?? 0) + text.length);
  let main: string | undefined;
  for (const [language, count] of letters) if (main === undefined || count > (letters.get(main) ?? 0)) main = language;
  return main;
};

/** What is suggested to the translator for the lines that it is to detect. */
export const suggestedIn = (lines: readonly Line[], { from, suggestedFrom }: Order): string | undefined =>
  suggestedFrom ?? (from === undefined ? mainOf(lines) : undefined);

/** The rules of doubt as they are told to people, written apart from the product. */
export const judge = (lines: readonly Line[], order: Order): readonly Judged[] => {
  const { from, suggestedFrom } = order;
  const to = order.to.map(({ language }) => language);
  const suggested = suggestedIn(lines, order);
  return lines.map((line): Judged => {
    const { sure, detected } = line;
    const as = (language: string | undefined, doubtful = false, again = false): Judged => ({
      ...{ line, language, doubtful, again },
      untouched: detected === undefined ? to : to.filter((target) => target === language && !doubtful),
    });
    if (detected === undefined) return as(undefined);
    if (from !== undefined) return as(from);
    if (sure !== undefined) return as(sure);
    const { language, score } = detected;
    if (score >= LOW || language === suggested) return as(language);
    return suggestedFrom === undefined ? as(language, true) : as(suggestedFrom, false, true);
  });
};

/** More than half of the letters are in doubt. */
export const isDoubtful = (judged: readonly Judged[]): boolean => {
  const letters = (some: readonly Judged[]): number => some.reduce((sum, { line }) => sum + line.text.length, 0);
  const known = judged.filter(({ language }) => language !== undefined);
  return letters(known.filter(({ doubtful }) => doubtful)) > letters(known) / 2;
};
