import made from '../fixtures/house/made-up-imports.json' with { type: 'json' };
import { importFaults } from './import-rules.ts';
import { parseSource, readSources, type Source } from './source.ts';

const faultsOf = (file: string, text: string): string[] => importFaults([parseSource(file, text)]);

/** The tests of the sandbox may import what they test it with. */
const sandboxSources = (): Source[] =>
  readSources('sandbox').filter(({ file }) => !/^sandbox\/(test|browser)\//.test(file));

it('no file of src and of the sandbox imports what its room may not', () => {
  expect(importFaults([...readSources('src'), ...sandboxSources()])).toEqual([]);
});

describe('a made-up file that breaks a rule is named', () => {
  it.each(made.refused)('$what', ({ file, text }) => {
    expect(faultsOf(file, text)).toEqual([expect.stringContaining(file)]);
  });
});

describe('what the rules allow is left alone', () => {
  it.each(made.allowed)('$what', ({ file, text }) => {
    expect(faultsOf(file, text)).toEqual([]);
  });
});
