import made from '../fixtures/house/made-up-names.json' with { type: 'json' };
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

it.each(made)('$what with a rejected word is named', ({ file, text, fault }) => {
  expect(nameFaults(parseSource(file, text), rejected)).toEqual([fault]);
});

it('a word is rejected in its folder only, and in no longer word', () => {
  expect(nameFaults(parseSource('src/features/x/meter.ts', ''), rejected)).toEqual([]);
  expect(nameFaults(parseSource('src/teams/connector/meter.ts', ''), rejected)).toHaveLength(1);
  expect(wordsOf('toSurfaceURL2')).toEqual(['to', 'surface', 'url2']);
});
