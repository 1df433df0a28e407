import { addCommand, importCommand } from '#features/translation/chat/glossary-commands.ts';
import { readTerm } from '#features/translation/glossary/read-term.ts';
import { growth } from '../../../support/count-letters.ts';
import { typedArguments } from '../../../support/typed-arguments.ts';

const read = typedArguments([addCommand, importCommand]);

it.each([
  ['Ledger = Hauptbuch in German', { term: 'Ledger = Hauptbuch', language: 'German' }],
  ['Ledger → Hauptbuch', { term: 'Ledger → Hauptbuch' }],
  ['Ledger = Hauptbuch to de for this channel', { term: 'Ledger = Hauptbuch', language: 'de', scope: 'this channel' }],
  ['Ledger = Hauptbuch for the team in German', { term: 'Ledger = Hauptbuch', language: 'German', scope: 'the team' }],
  ['Gift = poison from German to English', { term: 'Gift = poison', of: 'German', language: 'English' }],
  ['opt in = mitmachen in German', { term: 'opt in = mitmachen', language: 'German' }],
  ['Ledger = Haupt in Buch', { term: 'Ledger = Haupt in Buch' }],
  ['“Ledger” = "Hauptbuch" in Chinese Simplified', { term: '“Ledger” = "Hauptbuch"', language: 'Chinese Simplified' }],
  ['Northwind in all languages', { term: 'Northwind', language: 'all languages' }],
  ['Ledger', { term: 'Ledger' }],
  ['', {}],
])('“glossary add %s” fills its arguments', (text, expected) => {
  expect(read(`glossary add ${text}`)).toEqual(expected);
});

it.each([
  ['Ledger = Hauptbuch', undefined, { term: 'Ledger', translation: 'Hauptbuch' }],
  ['opt in -> mitmachen', 'German', { term: 'opt in', translation: 'mitmachen' }],
  ['“Ledger” = "Hauptbuch"', undefined, { term: 'Ledger', translation: 'Hauptbuch' }],
  ['Northwind', 'all  Languages', { term: 'Northwind', translation: 'Northwind' }],
  ['Northwind', 'German', { term: 'Northwind' }],
])('the term “%s” in %s is read', (text, target, expected) => {
  expect(readTerm(text, target)).toEqual(expected);
});

it.each([
  ['to German:\nGate = Tor\nLedger = Hauptbuch', { language: 'German', terms: ':\nGate = Tor\nLedger = Hauptbuch' }],
  ['in German for this channel\nGate = Tor', { language: 'German', scope: 'this channel', terms: '\nGate = Tor' }],
  ['to German:', { language: 'German', terms: ':' }],
  ['in this channel\nGate = Tor', { scope: 'this channel', terms: '\nGate = Tor' }],
  ['Gate = Tor\nLedger = Hauptbuch', { terms: 'Gate = Tor\nLedger = Hauptbuch' }],
  ['to be = sein\nin = hinein', { terms: 'to be = sein\nin = hinein' }],
  ['Term;German\nGate;Tor', { terms: 'Term;German\nGate;Tor' }],
  ['', {}],
])('“glossary import %j” fills its arguments', (text, expected) => {
  expect(read(`glossary import ${text}`)).toEqual(expected);
});

it.each([
  ['a head line', 'glossary import for chat '],
  ['a term of words that begin arguments', 'glossary add in '],
])('the time for %s grows in proportion to the length', (_what, text) => {
  expect(growth((size) => read(text + 'for chat in '.repeat(size)))).toBeLessThan(5);
});
