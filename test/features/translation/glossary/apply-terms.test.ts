import { applyTerms } from '#features/translation/glossary/apply-terms.ts';
import type { MarkPart, Part } from '#features/translation/message/document.ts';
import cases from '../../../fixtures/translation/glossary/apply-terms.json' with { type: 'json' };
import { growth } from '../../../support/count-letters.ts';

const text = (words: string): Part => ({ is: 'text', text: words });
const kept = (shown: string): Part => ({ is: 'kept', what: 'code', source: `<code>${shown}</code>`, shown });
const mark = (style: MarkPart['style'], ...parts: readonly Part[]): Part => ({
  is: 'mark',
  open: '<b>',
  close: '</b>',
  style,
  parts,
});
const term = (phrase: string, translation: string) => ({ phrase, translation });

/** Terms in brackets with what they become; code in backticks. */
const shown = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.is === 'text') return part.text;
      if (part.is === 'term') return `[${part.phrase}→${part.translation}]`;
      return part.is === 'kept' ? `\`${part.shown}\`` : `<${shown(part.parts)}>`;
    })
    .join('');

const ledger = [term('Ledger', 'Hauptbuch'), term('Ledger Gateway', 'Hauptbuchtor'), term('Gate', 'Tor')];

it.each(cases.texts)('$what', ({ words, expected }) => {
  expect(shown(applyTerms([text(words)], ledger))).toBe(expected);
});

it.each([
  ['Chinese has no spaces', '我们的账本已更新', '账本', '我们的[账本→ledger]已更新'],
  ['a katakana word is not divided', 'サーバーとサーバ', 'サーバ', 'サーバーと[サーバ→ledger]'],
  ['a Latin name is found inside Japanese', '元帳Gateを更新', 'Gate', '元帳[Gate→ledger]を更新'],
  ['both kinds of apostrophes are equal', 'l’Ardoise', "l'Ardoise", '[l’Ardoise→ledger]'],
  ['an emoji is not divided', '👩‍💻x 👩x', '👩x', '👩‍💻x [👩x→ledger]'],
  ['characters of a pattern are plain letters', 'C++ (a|b)', '(a|b)', 'C++ [(a|b)→ledger]'],
])('%s', (_what, words, phrase, expected) => {
  expect(shown(applyTerms([text(words)], [term(phrase, 'ledger')]))).toBe(expected);
});

it('terms apply in formatted text, not in protected parts and links', () => {
  const parts = [kept('Gate'), text(' '), mark('link', text('Gate')), text(' '), mark('bold', text('Gate'))];
  expect(shown(applyTerms(parts, ledger))).toBe('`Gate` <Gate> <[Gate→Tor]>');
});

it('a number may be a part of a term, as a whole', () => {
  const figure = (shown: string): Part => ({ is: 'kept', what: 'number', source: shown, shown });
  const terms = [term('Phase 2', 'zweite Phase'), term('S3', 'Ablage'), term('Phase', 'Stufe'), term('4', 'vier')];
  const parts = [
    text('In Phase '),
    figure('2'),
    text(' or Phase '),
    figure('2.1'),
    text(' of '),
    figure('S3'),
    figure('4'),
  ];
  expect(shown(applyTerms(parts, terms))).toBe('In [Phase 2→zweite Phase] or [Phase→Stufe] `2.1` of `S3``4`');
  expect(shown(applyTerms(parts.slice(0, -1), terms))).toContain('of [S3→Ablage]');
});

it('the rest of a text keeps its spelling', () => {
  const parts: readonly Part[] = [{ is: 'text', text: 'a\u00a0Gate\u00a0b', source: 'a&#xA0;Gate&#160;b' }];
  expect(applyTerms(parts, ledger)).toEqual([
    { is: 'text', text: 'a\u00a0', source: 'a&#xA0;' },
    { is: 'term', phrase: 'Gate', translation: 'Tor' },
    { is: 'text', text: '\u00a0b', source: '&#160;b' },
  ]);
});

it('a word that is partly formatted is one word', () => {
  const parts = [mark('bold', text('Gate')), text('way, '), text('sub'), mark('italic', mark('bold', text('Gate')))];
  expect(shown(applyTerms(parts, ledger))).toBe('<Gate>way, sub<<Gate>>');
});

it('the first of equal phrases counts', () => {
  const terms = [term('Gate', 'Tor'), term('Gate', 'Pforte')];
  expect(shown(applyTerms([text('Gate')], terms))).toBe('[Gate→Tor]');
});

it('the time for many terms grows in proportion to the text', () => {
  const words = (size: number): Part => ({
    is: 'text',
    text: 'Gate, a '.repeat(size),
    source: 'Gate, &#97; '.repeat(size),
  });
  expect(growth((size) => applyTerms([words(size)], ledger))).toBeLessThan(5);
  const parts = applyTerms([words(2)], ledger);
  expect(parts.map((part) => (part.is === 'text' ? part.source : part.is))).toEqual([
    'term',
    ', &#97; ',
    'term',
    ', &#97; ',
  ]);
});
