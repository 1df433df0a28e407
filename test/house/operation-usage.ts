import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { filesBelow, ROOT } from './source.ts';

const FIXTURES = 'test/fixtures/vendor';

/** How people reach an operation from the chat, as its fixture says. */
const way = z.strictObject({
  /** What is typed or pressed. */
  command: z.string(),
  /** The file that declares the command or the button's action. */
  declared: z.string(),
  /** Template of the card that shows the result. */
  card: z.string(),
  /** Name of the test that plays it over HTTP, and its file. */
  story: z.string(),
  test: z.string(),
});
const fixture = z.object({ way });

export type Way = z.infer<typeof way>;

/** The ways by operation. @throws Error with the file's name for a fixture without one */
export const ways: Readonly<Record<string, Way>> = Object.fromEntries(
  filesBelow(FIXTURES, '.json')
    .filter((file) => !file.startsWith(`${FIXTURES}/common/`))
    .map((file) => {
      const read = fixture.safeParse(JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
      if (!read.success) throw new Error(`${file} does not say the way: ${read.error.message}`);
      return [basename(file, '.json'), read.data.way];
    }),
);

/** @throws Error for an operation without a fixture */
export const wayTo = (operation: string): Way => {
  const found = ways[operation];
  if (!found) throw new Error(`${FIXTURES} has no fixture of ${operation}`);
  return found;
};
