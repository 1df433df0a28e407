import { nameFaults, rejectedWords, wordsOf } from './name-rules.ts';
import { parseSource, readSources } from './source.ts';

const rejected = rejectedWords();

it('the list of rejected words is read', () => {
  expect(rejected.length).toBeGreaterThan(40);
  expect(rejected).toContainEqual({ word: 'home', write: 'personal fallback' });
  expect(rejected).toContainEqual({ word: 'meter', in: 'src/teams/connector', write: 'rate window' });
});

it('no file, no export and no type has a rejected word in its name (rejected-names.json says what to write)', () => {
  const sources = ['src', 'test', 'sandbox', 'proof'].flatMap((folder) => readSources(folder));
  expect(sources.flatMap((source) => nameFaults(source, rejected))).toEqual([]);
});

it.each([
  ['a file name', 'src/platform/lib/told.ts', '', 'told in src/platform/lib/told.ts: told'],
  [
    'a part of a file name',
    'test/platform/lib/told-event.test.ts',
    '',
    'told-event in test/platform/lib/told-event.test.ts: told',
  ],
  [
    'a function',
    'src/platform/lib/x.ts',
    'export const pruneTold = () => 1;',
    'pruneTold in src/platform/lib/x.ts: told',
  ],
  ['a constant', 'src/platform/lib/x.ts', 'export const TOLD_FOR = 1;', 'TOLD_FOR in src/platform/lib/x.ts: told'],
  ['a type', 'src/platform/lib/x.ts', 'export interface Told { a: 1 }', 'Told in src/platform/lib/x.ts: told'],
  ['a type of one file', 'src/lib/x.ts', 'type Told = 1;', 'Told in src/lib/x.ts: told'],
  ['a local constant', 'src/platform/lib/x.ts', 'const told = 1;', 'told in src/platform/lib/x.ts: told'],
  ['a class', 'src/platform/lib/x.ts', 'export class Told {}', 'Told in src/platform/lib/x.ts: told'],
])('%s with a rejected word is named', (_what, file, text, fault) => {
  expect(nameFaults(parseSource(file, text), rejected)).toEqual([fault]);
});

it('a word is rejected in its folder only, and in no longer word', () => {
  expect(nameFaults(parseSource('src/features/x/meter.ts', ''), rejected)).toEqual([]);
  expect(nameFaults(parseSource('src/teams/connector/meter.ts', ''), rejected)).toHaveLength(1);
  expect(wordsOf('toSurfaceURL2')).toEqual(['to', 'surface', 'url2']);
});
