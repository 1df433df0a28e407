import { readHtml } from '../../../sandbox/cloud/translation/segments.ts';
import { toText } from '../../../src/features/translation/message/outline.ts';
import type { Result } from '../../../src/features/translation/translation.ts';
import type { Plan, PlannedTerm } from './plan.ts';

/** A request as it went over the wire. */
export interface Sent {
  readonly texts: readonly string[];
  readonly to: readonly string[];
  readonly from: string | undefined;
  readonly html: boolean;
}

/** The names of the dictionary's element, as the documents have them. */
export const TAG = { Vendor: 'vendortrans:dictionary', Microsoft: 'mstrans:dictionary' } as const;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', apos: "'" };
const decoded = (text: string): string =>
  text
    .replace(/&(?:#(\d+)|(\w+));/g, (whole, point?: string, name = '') =>
      point === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(point)),
    )
    .replaceAll('\u00a0', ' ');

interface Entry {
  readonly phrase: string;
  readonly translation: string;
}

/** @returns undefined where something that looks like the element is no whole one */
const entriesOf = (text: string, tag: string): readonly Entry[] | undefined => {
  const whole = new RegExp(`<${tag} translation="([^"<>]*)">([^<>]*)</${tag}>`, 'g');
  const entries = [...text.matchAll(whole)].map(([, translation = '', phrase = '']) => ({
    phrase: decoded(phrase),
    translation: decoded(translation),
  }));
  const marks = text.match(/<\/?[a-z]+:[a-z]+/g) ?? [];
  return marks.length === entries.length * 2 ? entries : undefined;
};

const sorted = (words: readonly string[]): string => [...words].sort().join(' | ');
const spaced = (text: string): string => text.replaceAll('\u00a0', ' ');
const timesIn = (text: string, piece: string): number => text.split(piece).length - 1;

/** @returns every invariant that is broken, in words */
export const violationsOf = (
  { terms, to, applied }: Plan,
  sent: readonly Sent[],
  outcome: Result,
  tag: string,
): readonly string[] => [
  ...sent.flatMap((request) => wireLaws(request, tag)),
  ...to.flatMap((language) => dictionaryLaws(terms, applied, sent, language, tag)),
  ...outcome.targets.flatMap(({ target, document, untouched }) => [
    ...(untouched > 0 ? [`${untouched} blocks stand in the original`] : []),
    ...resultLaws(terms, applied, spaced(toText(document)), target.language),
  ]),
];

/** Well-formed html, whole entries, and the language named where there are any. */
const wireLaws = ({ texts, from, html }: Sent, tag: string): readonly string[] =>
  texts.flatMap((text) => {
    const entries = entriesOf(text, tag);
    return [
      ...(html && readHtml(text) === undefined ? [`no well-formed element: ${text}`] : []),
      ...(entries === undefined ? [`an entry that is none: ${text}`] : []),
      ...(entries && entries.length > 0 && from === undefined ? ['entries without the language they are from'] : []),
    ];
  });

/** What was sent to a language names each term as often as it stands there, and as that language has it. */
const dictionaryLaws = (
  terms: readonly PlannedTerm[],
  applied: readonly string[],
  sent: readonly Sent[],
  language: string,
  tag: string,
): readonly string[] => {
  const entries = sent
    .filter(({ to }) => to.includes(language))
    .flatMap(({ texts }) => texts.flatMap((text) => entriesOf(text, tag) ?? []));
  const wanted = terms.map(({ phrase, translations }) => `${phrase} = ${translations[language]}`);
  const wrong = entries.filter(({ phrase, translation }) => !wanted.includes(`${phrase} = ${translation}`));
  const [said, meant] = [sorted(entries.map(({ phrase }) => phrase)), sorted(applied)];
  return [
    ...wrong.map(({ phrase, translation }) => `${phrase} as ${translation} in ${language}`),
    ...(said === meant ? [] : [`${language}: ${said} were sent as terms, not ${meant}`]),
  ];
};

/** Each translation of the glossary stands in what came of it, letter for letter. */
const resultLaws = (
  terms: readonly PlannedTerm[],
  applied: readonly string[],
  text: string,
  language: string,
): readonly string[] =>
  terms.flatMap(({ phrase, translations }) => {
    const translation = translations[language] ?? '';
    const times = applied.filter((each) => each === phrase).length;
    const found = timesIn(text, translation);
    return found === times ? [] : [`${language}: “${translation}” stands there ${found} times, not ${times}`];
  });
