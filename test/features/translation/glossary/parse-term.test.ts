import { parsePaste, parseTerm } from '#features/translation/glossary/parse-term.ts';
import { growth } from '../../../support/count-letters.ts';

it.each([
  ['Ledger = Hauptbuch in German', { term: 'Ledger', translation: 'Hauptbuch', into: 'German' }],
  ['Ledger → Hauptbuch', { term: 'Ledger', translation: 'Hauptbuch' }],
  [
    'Ledger = Hauptbuch to de for this channel',
    { term: 'Ledger', translation: 'Hauptbuch', into: 'de', where: 'channel' },
  ],
  [
    'Ledger = Hauptbuch for the team in German',
    { term: 'Ledger', translation: 'Hauptbuch', into: 'German', where: 'team' },
  ],
  ['Gift = poison from German to English', { term: 'Gift', translation: 'poison', of: 'German', into: 'English' }],
  ['opt in = mitmachen in German', { term: 'opt in', translation: 'mitmachen', into: 'German' }],
  ['Ledger = Haupt in Buch', { term: 'Ledger', translation: 'Haupt in Buch' }],
  [
    '“Ledger” = "Hauptbuch" in Chinese Simplified',
    { term: 'Ledger', translation: 'Hauptbuch', into: 'Chinese Simplified' },
  ],
  ['Northwind in all languages', { term: 'Northwind', translation: 'Northwind', into: 'all languages' }],
  ['Ledger', { term: 'Ledger' }],
  ['', {}],
])('the term “%s” is parsed', (text, expected) => {
  expect(parseTerm(text, 'en')).toEqual(expected);
});

it.each([
  ['to German:\nGate = Tor\nLedger = Hauptbuch', { into: 'German', terms: 'Gate = Tor\nLedger = Hauptbuch' }],
  ['in German for this channel\nGate = Tor', { into: 'German', where: 'channel', terms: 'Gate = Tor' }],
  ['Gate = Tor\nLedger = Hauptbuch', { terms: 'Gate = Tor\nLedger = Hauptbuch' }],
  ['Term;German\nGate;Tor', { terms: 'Term;German\nGate;Tor' }],
  ['', {}],
])('the paste %j is parsed', (text, expected) => {
  expect(parsePaste(text, 'en')).toEqual(expected);
});

it('a long first line of a paste is read once', () => {
  expect(growth((size) => parsePaste('for chat '.repeat(size), 'en'))).toBeLessThan(5);
  expect(parsePaste(`${'for chat '.repeat(50)}\na = b`, 'en').where).toBeUndefined();
});
