import { editDistance, oneLine } from '../../lib/text.ts';

/** How a problem names a value of the policy file. */
export const show = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return value === '' ? 'an empty text' : quote(value);
  return `the ${Number.isFinite(value) ? 'number' : 'value'} ${String(value)}`;
};

export const quote = (word: string): string => `"${oneLine(word, 60)}"`;

/** The options of a choice, as many as fit a line. */
export const choice = (options: readonly string[]): string => {
  const shown = options.slice(0, MOST_SHOWN).join(', ');
  return options.length > MOST_SHOWN ? `${shown} and ${options.length - MOST_SHOWN} more` : shown;
};

const MOST_SHOWN = 12;

/** "Did you mean" when one of the options is near, else all of them; `otherwise` when there is none. */
export const suggest = (word: string, options: readonly string[], otherwise: string): string => {
  const near = nearest(word, options);
  if (near !== undefined) return `did you mean ${quote(near)}?`;
  return options.length === 0 ? otherwise : `write one of: ${choice(options)}`;
};

/** The option that is nearest to the word, where one is near enough. */
export const nearest = (word: string, options: readonly string[]): string | undefined => {
  if (word.length > LONGEST_COMPARED) return undefined;
  const ranked = options
    .map((option) => ({ option, distance: editDistance(word.toLowerCase(), option.toLowerCase()) }))
    .filter(({ option, distance }) => distance <= allowed(Math.min(word.length, option.length)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.option;
};

const LONGEST_COMPARED = 64;

/** Two letters that changed places cost two. */
const allowed = (letters: number): number => Math.min(3, Math.max(1, Math.floor(letters / 2)));
