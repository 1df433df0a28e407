import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firstStories, laterFolders, storeTests, tierLeavesOut } from '../tiers.ts';
import { filesBelow, ROOT } from './source.ts';

const runs = (tier: string, file: string): boolean =>
  !tierLeavesOut(tier).some((pattern) => new RegExp(pattern.replace('<rootDir>', '^')).test(`/${file}`));

it('the folders and stories that test/tiers.ts names are there', () => {
  const named = [...laterFolders, ...firstStories.map((story) => `test/stories/${story}.test.ts`)];
  expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});

it('each test without a browser is in all, and either in the fast tier or in the rest; a law or a test of what is stored is in both', () => {
  const files = ['test', 'sandbox', 'proof']
    .flatMap((folder) => filesBelow(folder, '.test.ts'))
    .filter((file) => !file.startsWith('sandbox/browser/'));
  const stored = storeTests();
  expect(stored.length).toBeGreaterThan(40);
  const wrong = files.filter((file) => {
    const isFast = runs('fast', file);
    return (
      runs('rest', file) !== (!isFast || file.endsWith('-laws.test.ts') || stored.includes(file)) || !runs('all', file)
    );
  });
  expect(wrong).toEqual([]);
});

it('an unknown tier is refused with the names of those there are', () => {
  expect(() => tierLeavesOut('slow')).toThrow('Choose one of fast, rest, all.');
});
