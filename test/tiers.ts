import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that `npm test` leaves out: they start processes, prove by chance, or test the sandbox and the house's tools. */
export const laterFolders = ['proof', 'sandbox', 'test/cli', 'test/contract', 'test/gallery', 'test/process'];

/** The stories of `npm test`: the ways people use Steward where a fault costs most. All others come later. */
export const firstStories = [
  'billing',
  'containers',
  'decisions',
  'health',
  'lost-answers',
  'main-story',
  'places-people',
  'restarts',
  'role-request',
  'translation',
  'watches',
  'who-presses',
];

const later = `((${laterFolders.join('|')})/|test/stories/(?!(${firstStories.join('|')})\\.test))`;

/** Laws with generated cases: fewer of them in `npm test` (`test/support/case-count.ts`), all of them in the rest. */
const laws = '.*-laws\\.test';

const LATER = new RegExp(`^${later}`);

/** Whether `npm test` runs a test file. @param file from the root of the project */
export const isFirst = (file: string): boolean => !LATER.test(file);

/** Tests of what is stored: on SQLite in `npm test`, on PostgreSQL in the rest (`test/support/database.ts`). Reads every test. */
export const storeTests = (): readonly string[] =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && isFirst(`test/${file}`))
    .filter((file) => /^describe(Empty)?Store(s|Urls)\(/m.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
    .map((file) => `test/${file}`);

/** Needs Chromium, so it runs by name: npm run test:browser. */
const browser = '<rootDir>/sandbox/browser/';

const tiers: Readonly<Record<string, () => readonly string[]>> = {
  fast: () => [browser, `<rootDir>/${later}`],
  rest: () => [browser, `<rootDir>/(?!${later}|${laws}|(${storeTests().join('|')})$)`],
  all: () => [browser],
};

/**
 * What a tier leaves out, as jest's `testPathIgnorePatterns`: `fast` is `npm test`, `rest` all that it leaves out, `all` both.
 * @throws Error for another name
 */
export const tierLeavesOut = (tier = 'fast'): readonly string[] => {
  const patternsOf = tiers[tier];
  if (!patternsOf) throw new Error(`TEST_TIER is ${tier}. Choose one of ${Object.keys(tiers).join(', ')}.`);
  return patternsOf();
};
