import type { Dice } from '../../lib/dice.ts';

/** What a term is, and what it is in each language. */
export interface PlannedTerm {
  readonly phrase: string;
  readonly translations: Readonly<Record<string, string>>;
}

export interface Plan {
  readonly html: string;
  readonly terms: readonly PlannedTerm[];
  readonly to: readonly string[];
  /** Undefined: it is to be found out. */
  readonly from: string | undefined;
  /** The phrases that the glossary must translate, each as often as it stands there. */
  readonly applied: readonly string[];
}

/** Sentences of which no word is in a term. */
const SENTENCES = [
  'The payments are failing since this morning',
  'please have a look at it before the meeting',
  'we have found out what the problem was',
  'nothing of this has been changed by anybody in our team',
  'it is the same as in the last week',
];

/** With all that markup could trip over; the longer ones begin as shorter ones do. */
const NAMES = [
  ...['Ledger', 'R&D', 'Gate<Way>', '"Blue" Vault', "D'Arcy", 'Ünal & Söhne', 'C++', 'Größe', '支払基盤', 'Phase 2'],
  ...['S3', 'A<b>B', '&amp; Sons', 'Tom’s', 'x</p>y', 'Λόγος', 'mstrans:dictionary', 'vendortrans:dictionary'],
  ...['Nightfall', 'Nightfall Gate', 'Nightfall Gate North'],
];
const TAILS = ['', ' & <Co>', ' "x"', " l'été", ' → 漢字', ' &lt;', '</p>', ' 100 %', ' {0}', '-->'];
const LANGUAGES = ['de', 'fr', 'es'] as const;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface Bit {
  readonly html: string;
  readonly applied?: string;
}

/** Ways in which a phrase stands in a text: here it is a term, there it is none. */
const ways: readonly ((phrase: string) => Bit | undefined)[] = [
  (phrase) => ({ html: escaped(phrase), applied: phrase }),
  (phrase) => ({ html: `<b>${escaped(phrase)}</b>`, applied: phrase }),
  (phrase) => ({ html: `(${escaped(phrase)})`, applied: phrase }),
  (phrase) => ({ html: escaped(phrase).replaceAll(' ', '&nbsp;'), applied: phrase }),
  (phrase) => ({ html: `<code>${escaped(phrase)}</code>` }),
  (phrase) => ({ html: `<a href="https://example.com/?a=b&amp;c=d">see ${escaped(phrase)}</a>` }),
  // A part of a longer word, with formatting between or without.
  (phrase) => (/^[A-ZÜΛ]/.test(phrase) ? { html: `x${escaped(phrase)}` } : undefined),
  (phrase) => (/^[A-ZÜΛ]/.test(phrase) ? { html: `<b>x</b>${escaped(phrase)}` } : undefined),
  // Spelled otherwise.
  (phrase) =>
    /^[A-ZÜΛ]/.test(phrase) ? { html: escaped(phrase.charAt(0).toLowerCase() + phrase.slice(1)) } : undefined,
];

const bitOf = (dice: Dice, terms: readonly PlannedTerm[]): Bit => {
  const { phrase } = dice.pick(terms);
  return (dice.oneIn(4) ? undefined : dice.pick(ways)(phrase)) ?? { html: dice.pick(SENTENCES) };
};

/** A message of some paragraphs, each of which says in what language it is. */
export const planOf = (dice: Dice): Plan => {
  const names = NAMES.filter(() => dice.oneIn(2));
  const terms = (names.length > 0 ? names : ['Ledger']).map((phrase, index) => ({
    phrase,
    translations: Object.fromEntries(LANGUAGES.map((to) => [to, `Zz${to}q${index}q${dice.pick(TAILS)}`])),
  }));
  const blocks = Array.from({ length: 1 + Math.floor(dice.next() * 5) }, () => {
    const bits = Array.from({ length: Math.floor(dice.next() * 8) }, () => bitOf(dice, terms));
    return [{ html: dice.pick(SENTENCES) }, ...bits] as readonly Bit[];
  });
  const tag = dice.pick(['p', 'blockquote', 'div']);
  return {
    terms,
    html: blocks.map((bits) => `<${tag}>${bits.map(({ html }) => html).join(', ')}.</${tag}>`).join(''),
    to: LANGUAGES.slice(0, 1 + Math.floor(dice.next() * LANGUAGES.length)),
    from: dice.oneIn(2) ? 'en' : undefined,
    applied: blocks.flat().flatMap(({ applied }) => applied ?? []),
  };
};
