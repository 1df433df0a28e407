import type { Order } from '../../../src/features/translation/translation.ts';
import said from './sentences.json' with { type: 'json' };

/** Sentences that nobody takes for another language, by language. */
export const sentences: Readonly<Record<string, readonly string[]>> = said;

/** What could be of many languages. */
export const shortOnes = ['ok', 'Hm', 'Status', 'No', 'Total', 'Bravo', 'Super', 'Info', 'Chat'] as const;

/** What is the same in every language. */
export const wordless = ['42', '🎉 👍🏽', '12:30', '+ 7 %'] as const;

/** One line of a message, and what the translator takes it for. */
export interface Line {
  readonly text: string;
  /** What it is surely in. */
  readonly sure?: string;
  /** Absent for what has no words. */
  readonly detected?: { readonly language: string; readonly score: number };
}

/** What a line must come to. */
export interface ExpectedLine {
  readonly line: Line;
  /** What it is taken to be in at the end. */
  readonly language: string | undefined;
  readonly unsure: boolean;
  /** It goes once more, as what the person suggested. */
  readonly repeats: boolean;
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

/** The rules for unsure languages as people read them, written apart from the product. */
export const expectedOf = (lines: readonly Line[], order: Order): readonly ExpectedLine[] => {
  const { from, suggestedFrom } = order;
  const to = order.to.map(({ language }) => language);
  const suggested = suggestedIn(lines, order);
  return lines.map((line): ExpectedLine => {
    const { sure, detected } = line;
    const as = (language: string | undefined, unsure = false, repeats = false): ExpectedLine => ({
      ...{ line, language, unsure, repeats },
      untouched: detected === undefined ? to : to.filter((target) => target === language && !unsure),
    });
    if (detected === undefined) return as(undefined);
    if (from !== undefined) return as(from);
    if (sure !== undefined) return as(sure);
    const { language, score } = detected;
    if (score >= LOW || language === suggested) return as(language);
    return suggestedFrom === undefined ? as(language, true) : as(suggestedFrom, false, true);
  });
};

/** More than half of the letters are unsure. */
export const isUnsure = (expected: readonly ExpectedLine[]): boolean => {
  const letters = (some: readonly ExpectedLine[]): number => some.reduce((sum, { line }) => sum + line.text.length, 0);
  const known = expected.filter(({ language }) => language !== undefined);
  return letters(known.filter(({ unsure }) => unsure)) > letters(known) / 2;
};
