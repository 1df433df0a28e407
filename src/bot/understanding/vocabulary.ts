import type { Phrases, PhraseWords } from '#bot/phrases/phrases.ts';
import { normalise } from '#platform/lib/text.ts';
import { createLexicon, type Lexicon } from './spelling.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Something that people name: a place of the policy, a language, a service. */
export interface Name {
  /** What it is, as `place`. */
  readonly kind: string;
  /** What a command takes for it. */
  readonly key: string;
  /** What it is called besides. */
  readonly titles: readonly string[];
  /** Only as a whole: everybody has it, so a part of it means nothing here. */
  readonly whole?: true;
  /** Nobody shortens its words. */
  readonly fixed?: true;
  /** Its words mean other things as well: where no argument takes it, it says nothing. */
  readonly incidental?: true;
  /** Other arguments that follow from it, by their names. */
  readonly implies?: Readonly<Record<string, string>>;
}

/** A name in a text. */
export interface Found {
  readonly kind: string;
  /** The names that fit equally well; one where it is clear. */
  readonly names: readonly Name[];
  /** The numbers of its tokens. */
  readonly tokens: readonly number[];
  /** How sure it is: more words of the name, and no word of it left out. */
  readonly strength: number;
}

export interface Vocabulary {
  readonly names: readonly Name[];
  readonly lexicon: Lexicon;
  /** Whether it is one of these names as it is written, but for case, spaces and punctuation; “to” may stand before it. */
  knows(kind: string, text: string): boolean;
  /** The words of names that a word stands for: itself, what it abbreviates; a misspelt one is for `find` to hand in. */
  wordsFor(word: string): readonly string[];
  /** @param meant the words of names that each token stands for */
  find(tokens: readonly Token[], meant: readonly (readonly string[])[]): readonly Found[];
}

/** One way to call a thing. */
interface Form {
  readonly name: Name;
  readonly words: readonly string[];
  /** Words of the title that may stand between them. */
  readonly links: ReadonlySet<string>;
}

/** A word that so many names have finds only names that other words of the text have found already. */
const FREQUENT = 100;
/** More names that fit equally well are nothing to choose from. */
const MOST_RIVALS = 3;

/** The names of a policy, and what everybody knows by the same name. */
export const createVocabulary = (own: readonly Name[], phrases: Pick<Phrases, 'names' | 'words'>): Vocabulary => {
  const language = phrases.words;
  const names = [...own, ...knownNames(phrases)];
  const common = new Set(language.common);
  const forms = names.flatMap((name) => formsOf(name, language, common));
  const byWord = new Map<string, number[]>();
  const whole = new Map<string, number[]>();
  for (const [number, { words }] of forms.entries()) {
    for (const word of words) push(byWord, word, number);
    if (words.length === 1) push(whole, words[0] ?? '', number);
  }
  const lexicon = createLexicon([...byWord.keys()].filter((word) => !common.has(word)));
  const isShortened = (word: string): boolean =>
    (byWord.get(word) ?? []).some((number) => !forms[number]?.name.fixed && !forms[number]?.name.whole);
  const sorted = [...lexicon.words]
    .filter((word) => word.length > SHORTEST_PREFIX && !word.includes('-') && isShortened(word))
    .sort();

  const spelled = new Set(
    names.flatMap(({ kind, key, titles }) => [key, ...titles].map((title) => `${kind} ${normalise(title)}`)),
  );

  return {
    names,
    knows: (kind, text) =>
      [text, withoutLink(text, language.links)].some((one) => spelled.has(`${kind} ${normalise(one)}`)),
    lexicon,
    wordsFor(word) {
      if (byWord.has(word)) return [word];
      if (common.has(word) || !(/^\p{L}+$/u.test(word) || PART_OF_ID.test(word))) return [];
      const begun = beginningWith(sorted, word);
      return begun.length > 0 ? begun : sorted.filter((full) => isSkeleton(word, full)).slice(0, MOST_RIVALS);
    },

    find(tokens, meant) {
      const hits = new Map<number, Map<number, string>>();
      const order = tokens
        .flatMap((_, at) => (meant[at] ?? []).map((word) => ({ at, word, forms: byWord.get(word) ?? [] })))
        .sort((a, b) => a.forms.length - b.forms.length);
      for (const { at, word, forms: found } of order) {
        const isFrequent = found.length > FREQUENT;
        for (const form of isFrequent ? (whole.get(word) ?? []) : found) hit(hits, form, at, word);
        if (isFrequent) for (const [form, places] of hits) if (forms[form]?.words.includes(word)) places.set(at, word);
      }
      const runs = [...hits].flatMap(([form, places]) => {
        const one = forms[form];
        return one ? runsOf(one, places, tokens, common) : [];
      });
      return withoutEchoes(bestRuns(runs));
    },
  };
};

const knownNames = ({ names }: Pick<Phrases, 'names'>): readonly Name[] =>
  Object.entries(names).flatMap(([kind, all]) =>
    Object.entries(all).map(([key, titles]) => ({ kind, key, titles, whole: true as const })),
  );

const push = (map: Map<string, number[]>, word: string, number: number): void => {
  const list = map.get(word);
  if (list === undefined) map.set(word, [number]);
  else if (list.at(-1) !== number) list.push(number);
};

const hit = (hits: Map<number, Map<number, string>>, form: number, at: number, word: string): void => {
  const places = hits.get(form) ?? new Map<number, string>();
  places.set(at, word);
  hits.set(form, places);
};

/** Each title as its words, without those that anybody leaves out; a key also by its parts. */
const formsOf = (name: Name, language: PhraseWords, common: ReadonlySet<string>): readonly Form[] => {
  const said = [
    name.key,
    ...name.titles,
    ...[name.key, ...name.titles].filter((one) => /[-_]/.test(one)).map((one) => one.replace(/[-_]/g, ' ')),
    // "ledger-api" of cg-ledger-api
    ...(/-.+-/.test(name.key) ? [name.key.slice(name.key.indexOf('-') + 1)] : []),
  ];
  const forms = new Map<string, Omit<Form, 'name'>>();
  for (const one of said) {
    const all = tokensOf(one, language).flatMap(({ kind, word }) => (kind === 'mark' ? [] : [word]));
    const telling = all.filter((word) => !language.links.includes(word));
    const words = telling.length > 0 ? telling : all;
    const links = new Set(all.filter((word) => language.links.includes(word)));
    if (
      words.length > 0 &&
      !(words.length === 1 && words[0] !== name.key.toLowerCase() && common.has(words[0] ?? ''))
    ) {
      forms.set(words.join(' '), { words, links });
    }
    // User Access Administrator is UAA to those who type it often.
    const initials = words.map((word) => word[0]).join('');
    if (words.length > 2) forms.set(initials, { words: [initials], links });
  }
  return [...forms.values()].map((form) => ({ name, ...form }));
};

const withoutLink = (text: string, links: readonly string[]): string => {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  return links.includes(first.toLowerCase()) ? rest.join(' ') : text;
};

/** "E0500" of an invoice's number. */
const PART_OF_ID = /^\p{L}{1,3}\d{3,}\p{L}*$/u;
const SHORTEST_PREFIX = 3;

const beginningWith = (sorted: readonly string[], word: string): readonly string[] => {
  if (word.length < SHORTEST_PREFIX) return [];
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  const found = [];
  for (let at = low; sorted[at]?.startsWith(word) && found.length <= MOST_RIVALS; at += 1) found.push(sorted[at] ?? '');
  return found.length > MOST_RIVALS ? [] : found;
};

/** Whether it is the word with letters left out, as gw of gateway: the same beginning, the rest in its order, vowels last. */
const isSkeleton = (short: string, full: string): boolean => {
  if (short.length < 2 || short.length > 4 || short[0] !== full[0] || /[aeiouy]/.test(short)) return false;
  let at = 1;
  for (const letter of short.slice(1)) {
    at = full.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

interface Run extends Omit<Found, 'names'> {
  readonly name: Name;
}

/** Where the words of a form stand beside each other, but for words that anybody leaves out. */
const runsOf = (
  { name, words, links }: Form,
  places: ReadonlyMap<number, string>,
  tokens: readonly Token[],
  common: ReadonlySet<string>,
): readonly Run[] => {
  const runs: { at: number[]; said: Set<string> }[] = [];
  for (const [at, word] of [...places].sort(([a], [b]) => a - b)) {
    const run = runs.at(-1);
    const before = run?.at.at(-1) ?? Number.NEGATIVE_INFINITY;
    const between = run ? tokens.slice(before + 1, at) : [];
    const joins =
      run &&
      !run.said.has(word) &&
      between.length <= 2 &&
      between.every(({ word, at: place, raw }) => links.has(word) || raw === '(' || place === tokens[before]?.at);
    if (joins) {
      run.at.push(at);
      run.said.add(word);
    } else runs.push({ at: [at], said: new Set([word]) });
  }
  return runs.flatMap(({ at, said }) => {
    const left = words.length - said.size;
    // One word of a longer name that is everybody's word as well names nothing.
    if (left > 0 && name.whole) return [];
    if (left > 0 && [...said].every((word) => common.has(word) || !/\p{L}/u.test(word))) return [];
    const strength = said.size + (left === 0 ? 1 : -1.2 * (left / words.length));
    return [{ kind: name.kind, name, tokens: at, strength }];
  });
};

/** Of each kind those that are surest, no two of one kind on the same word. */
const bestRuns = (runs: readonly Run[]): readonly Found[] => {
  const taken = new Set<string>();
  const found: Found[] = [];
  const sorted = runs.toSorted((a, b) => b.strength - a.strength || (a.tokens[0] ?? 0) - (b.tokens[0] ?? 0));
  for (const { kind, tokens, strength } of sorted) {
    if (tokens.some((at) => taken.has(`${kind} ${at}`))) continue;
    const rivals = sorted.filter(
      (run) =>
        run.kind === kind &&
        run.strength > strength - 0.01 &&
        run.strength <= strength &&
        run.tokens.join() === tokens.join(),
    );
    const names = [...new Set(rivals.map(({ name }) => name))];
    for (const at of tokens) taken.add(`${kind} ${at}`);
    if (names.length <= MOST_RIVALS) found.push({ kind, names, tokens, strength });
  }
  return found;
};

/** One word of a longer name is not meant where the same word is a whole name. */
const withoutEchoes = (found: readonly Found[]): readonly Found[] => {
  const whole = new Set(found.filter(({ strength }) => strength > 1).flatMap(({ tokens }) => tokens));
  return found.filter(({ tokens, strength }) => strength > 1 || !tokens.some((at) => whole.has(at)));
};
