import { editDistance, oneLine } from '#platform/lib/text.ts';

/** A value of the policy file, for the text of a problem. */
export const show = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return value === '' ? 'an empty text' : quote(value);
  return `the ${Number.isFinite(value) ? 'number' : 'value'} ${String(value)}`;
};

export const quote = (word: string): string => `"${oneLine(word, 60)}"`;

/** The options of a choice, as many as fit on a line. */
export const choice = (options: readonly string[]): string => {
  const shown = options.slice(0, MOST_SHOWN).join(', ');
  return options.length > MOST_SHOWN ? `${shown} and ${options.length - MOST_SHOWN} more` : shown;
};

const MOST_SHOWN = 12;

/** "Did you mean" if an option is similar, otherwise all of them; `otherwise` if there are none. */
export const suggest = (word: string, options: readonly string[], otherwise: string): string => {
  const near = nearest(word, options);
  if (near !== undefined) return `did you mean ${quote(near)}?`;
  return options.length === 0 ? otherwise : `write one of: ${choice(options)}`;
};

/** The option most similar to the word, if one is similar enough. */
export const nearest = (word: string, options: readonly string[]): string | undefined => {
  if (word.length > LONGEST_COMPARED) return undefined;
  const ranked = options
    .map((option) => ({ option, distance: editDistance(word.toLowerCase(), option.toLowerCase()) }))
    .filter(({ option, distance }) => distance <= allowed(Math.min(word.length, option.length)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.option;
};

const LONGEST_COMPARED = 64;

/** Two swapped letters count as two changes. */
const allowed = (letters: number): number => Math.min(3, Math.max(1, Math.floor(letters / 2)));
