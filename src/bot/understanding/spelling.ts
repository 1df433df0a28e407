import { editDistance } from '#platform/lib/text.ts';

/** Words that can be meant, with a way to find them by a misspelt form. */
export interface Lexicon {
  has(word: string): boolean;
  /** The known word that differs by the fewest letters, if few enough; of several the first one. */
  near(word: string): { readonly word: string; readonly far: number } | undefined;
  readonly words: ReadonlySet<string>;
}

/** A word of fewer letters is near to too many others. */
const SHORTEST = 4;
/** From this length on two letters may be wrong. */
const LONG = 7;
const LONGEST = 24;

/** All forms of a word with one letter left out. */
const shortened = (word: string): readonly string[] =>
  Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1));

/**
 * Keeps each word under itself and under all forms with one letter less (as SymSpell does): a misspelt word is looked up by
 * its own such forms, which takes the same time for ten words and for ten thousand.
 */
export const createLexicon = (words: Iterable<string>): Lexicon => {
  const known = new Set(words);
  const byForm = new Map<string, string[]>();
  const add = (form: string, word: string): void => {
    const list = byForm.get(form);
    if (list) list.push(word);
    else byForm.set(form, [word]);
  };
  for (const word of known) {
    if (word.length < 3 || word.length > LONGEST) continue;
    for (const form of new Set([word, ...shortened(word)])) add(form, word);
  }
  const nearest = (word: string, forms: Iterable<string>, most: number) => {
    let best: { word: string; far: number; doubt: number } | undefined;
    for (const form of forms) {
      for (const one of byForm.get(form) ?? []) {
        const far = editDistance(word, one, 1);
        // Of letters that changed places, and of a first letter that is right, one is surer.
        const doubt = far + (isSwapped(word, one) ? 0 : 0.1) + (word[0] === one[0] ? 0 : 0.2);
        if (far <= most && doubt < (best?.doubt ?? most + 1)) best = { word: one, far, doubt };
      }
    }
    return best;
  };
  return {
    words: known,
    has: (word) => known.has(word),
    near(word) {
      if (word.length < 3 || word.length > LONGEST) return undefined;
      const forms = shortened(word);
      const found = nearest(word, [word, ...forms], word.length < LONG ? 1 : 2);
      // Of three letters only two that changed places are a typing error, in one more letter everything is.
      if (found)
        return word.length >= SHORTEST || (found.word.length === 3 && isSwapped(word, found.word)) ? found : undefined;
      return word.length < LONG ? undefined : nearest(word, forms.flatMap(shortened), 2);
    },
  };
};

const isSwapped = (one: string, other: string): boolean => [...one].sort().join('') === [...other].sort().join('');
