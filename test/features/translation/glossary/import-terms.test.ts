import { parseLines } from '#features/translation/glossary/import-terms.ts';

const codes: Readonly<Record<string, string>> = { German: 'de', French: 'fr' };
const read = (text: string, target = 'de') => parseLines(text, { source: '', target }, (name) => codes[name]);
const pairs = (text: string) => read(text).terms.map((term) => [term.phrase, term.translation, term.target]);
const faults = (text: string) => read(text).wrong.map(({ line, fault }) => [line, fault]);

it.each([
  ['Ledger = Hauptbuch'],
  ['Ledger\tHauptbuch'],
  ['Ledger; Hauptbuch'],
  ['Ledger,Hauptbuch'],
  ['  "Ledger" → Hauptbuch  '],
  ['\n\nLedger=Hauptbuch\r\n\r\n'],
])('%j is parsed as one term', (text) => {
  expect(pairs(text)).toEqual([['Ledger', 'Hauptbuch', 'de']]);
});

it('quotes keep a separator inside a cell, and two quotes are one', () => {
  expect(pairs('"Smith, ""Jo""",Schmidt')).toEqual([['Smith, "Jo"', 'Schmidt', 'de']]);
});

it('an equals sign is a separator before a comma is', () => {
  expect(pairs('Ledger, old = Hauptbuch, alt')).toEqual([['Ledger, old', 'Hauptbuch, alt', 'de']]);
});

it('columns have the languages of the first line; an empty cell is no translation', () => {
  expect(pairs('Term\tGerman\tFrench\nLedger\tHauptbuch\tGrand livre\nGate\t\tPorte')).toEqual([
    ['Ledger', 'Hauptbuch', 'de'],
    ['Ledger', 'Grand livre', 'fr'],
    ['Gate', 'Porte', 'fr'],
  ]);
});

it.each([
  ['Ledger = Hauptbuch\nGate', [[2, 'noTranslation']]],
  ['\n= Tor', [[2, 'noPhrase']]],
  ['Gate =', [[1, 'noTranslation']]],
  ['a\tb\tc', [[1, 'tooMany']]],
  [
    `${'x'.repeat(101)} = y\nx = ${'y'.repeat(201)}`,
    [
      [1, 'tooLong'],
      [2, 'tooLong'],
    ],
  ],
  ['Gate = Tor\nGate = Tor\nGate = Pforte', [[3, 'twice']]],
])('%j is refused with its wrong lines', (text, expected) => {
  expect(faults(text)).toEqual(expected);
});

it('every line is a term, a wrong line, empty or the head', () => {
  const text = 'Gate = Tor\n\nLedger\nHouse\tHaus\n = x';
  const { terms, wrong } = read(text);
  expect(terms.length + wrong.length).toBe(4);
});
