import { parseSource } from '../test/house/source.ts';
import { slowByShape } from './redos/attacks.ts';
import { builtPatterns } from './redos/measuring.ts';
import { builders, buildersIn, literalsIn, type Pattern, placeOf } from './redos/pattern-sources.ts';
import { allPatterns, faultsIn } from './redos/redos.ts';
import slowPatterns from './redos/slow-patterns.json' with { type: 'json' };

jest.setTimeout(600_000);

/** So long a text takes most patterns that are not linear seconds, and one that is some milliseconds. `npm run proof` takes longer ones. */
const LETTERS = 20_000;
const SEED = 4;

const named = ({ source, flags, ...place }: Pattern): string => `${placeOf(place)} /${source}/${flags}`;

let patterns: readonly Pattern[] = [];
beforeAll(async () => {
  patterns = await allPatterns();
});

it('every pattern of the source answers any long text at once', async () => {
  const slow: string[] = [];
  for await (const { pattern, fault } of faultsIn(patterns, { letters: LETTERS, seed: SEED }))
    if (fault !== undefined) slow.push(`${named(pattern)} ${fault}`);
  expect(slow).toEqual([]);
  expect(patterns.length).toBeGreaterThan(500);
});

it('no pattern of the source is slow by its shape', () => {
  expect(patterns.filter((pattern) => slowByShape(pattern).length > 0).map(named)).toEqual([]);
});

it('every line that builds a pattern is among them, with what it builds', async () => {
  const seen = new Set((await builtPatterns()).map(placeOf));
  expect(
    builders()
      .map(placeOf)
      .filter((place) => !seen.has(place)),
  ).toEqual([]);
});

describe('a slow pattern is found and named', () => {
  const written = (source: string, flags: string): Pattern => ({ file: 'src/x.ts', line: 1, source, flags });

  const faultsOf = async (some: readonly Pattern[]): Promise<(string | undefined)[]> => {
    const faults: (string | undefined)[] = [];
    for await (const { fault } of faultsIn(some, { letters: 100_000, seed: SEED, mostCpuMs: 3_000 }))
      faults.push(fault);
    return faults;
  };

  it.each(slowPatterns)('$pattern', async ({ source, flags }) => {
    expect(await faultsOf([written(source, flags)])).toEqual([
      expect.stringMatching(/^(?:takes \d+ ms for \d+ letters of|never ended on) /),
    ]);
  });

  it('and stopped when it never ends, with the text that it hangs on; the next one is measured', async () => {
    expect(await faultsOf([written('^(a+)+$', ''), written('^a+$', '')])).toEqual([
      expect.stringMatching(/^never ended on .*"a/),
      undefined,
    ]);
  });

  it('by its shape too', () => {
    expect(slowByShape(written('^a*b?a*$', ''))).not.toEqual([]);
    expect(slowByShape(written('^a+$', ''))).toEqual([]);
  });

  it('with the line of its file, a literal as well as one that is built', () => {
    const source = parseSource('src/x.ts', "// é\nconst a = 'b';\nconst c = /\\s+$/gm;\nnew RegExp(a);\nRegExp(a);");
    expect(literalsIn([source])).toEqual([{ file: 'src/x.ts', line: 3, source: String.raw`\s+$`, flags: 'gm' }]);
    expect(buildersIn([source]).map(placeOf)).toEqual(['src/x.ts:4', 'src/x.ts:5']);
  });
});
