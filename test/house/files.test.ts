import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, ROOT } from './source.ts';

// Everything else about single files is Biome's (biome.json) and tsc's (tsconfig.json).
const SILENCED = /@ts-(nocheck|expect-error)/;

it('no file silences a type error', () => {
  const files = ['src', 'test', 'sandbox', 'proof'].flatMap((folder) => filesBelow(folder, '.ts'));
  expect(files.length).toBeGreaterThan(500);
  const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  expect(files.filter((file) => !file.startsWith('test/output/') && SILENCED.test(text(file)))).toEqual([]);
});

it('a silenced line is found', () => {
  expect(SILENCED.test(`// @ts-${'expect-error'}\nexport const a = 1;`)).toBe(true);
});
