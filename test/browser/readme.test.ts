import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../house/source.ts';
import { type Person, useBrowser } from './person.ts';

const at = useBrowser();

/** One thing that a page tells its reader to do, or says that they will see. */
type Act = readonly [kind: 'become' | 'open' | 'say' | 'press' | 'explain' | 'see', what: string];

/** How a page words them: bold is pressed or opened, code is typed, slanted is on the page. */
const PHRASES: readonly (readonly [Act[0], RegExp])[] = [
  ['become', /(?:become|you are) \*\*([^*]+)\*\*/i],
  ['open', /open \*\*([^*]+)\*\*/i],
  ['say', /(?:send|write)\s+`(?:@Steward )?([^`]+)`/i],
  ['press', /press \*\*([^*]+)\*\*/i],
  ['explain', /(say why)/i],
  ['see', /(?<!\*)\*([^*]+)\*(?!\*)/],
];

const actsOf = (text: string): readonly Act[] =>
  PHRASES.flatMap(([kind, phrase]) =>
    [...text.matchAll(new RegExp(phrase.source, `g${phrase.flags}`))].map(({ index, 1: what = '' }) => ({
      index,
      act: [kind, what] as const,
    })),
  )
    .sort((one, other) => one.index - other.index)
    .map(({ act }) => act);

/** The numbered steps of a page as they are written, between its first one and what ends them. */
const stepsOf = (file: string, end: string): readonly string[] => {
  const page = readFileSync(join(ROOT, file), 'utf8');
  const tour = page.slice(page.search(/^1\. /m), page.indexOf(end));
  return tour
    .split(/^\d+\. /m)
    .slice(1)
    .map((step) =>
      step
        .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
};

/** The longer tour goes on where the README ends: one reader does both. */
const readme = stepsOf('README.md', '\nThe [longer tour]');
const tour = stepsOf('docs/tour.md', '\nThen try ');

const people = new Map<string, Person>();
let reader: Person;
let where = '';

const doIt = async ([kind, what]: Act): Promise<void> => {
  const { page } = reader ?? {};
  if (kind === 'become') {
    reader = people.get(what) ?? (await at.be(what));
    people.set(what, reader);
  } else if (kind === 'open') {
    where = what;
    await reader.open(what);
  } else if (kind === 'say') {
    await (where === 'Steward' ? reader.write(what) : reader.post(what));
  } else if (kind === 'explain') {
    await page.getByRole('main').getByLabel(/^Why/).last().fill('The work is done');
  } else if (kind === 'see') {
    // Said by Steward: what the reader has just sent themself says it too.
    await page
      .getByRole('article')
      .filter({ hasText: /^Steward/ })
      .getByText(what)
      .last()
      .waitFor();
  } else {
    // Below an open question stands the button that sends it: the last one of that name in both cases.
    await page.getByRole('main').getByRole('button', { name: what, exact: true }).last().click();
  }
};

it('the README has four steps, the longer tour has six', () => {
  expect([readme.length, tour.length]).toEqual([4, 6]);
  expect([...readme, ...tour].flatMap(actsOf).length).toBeGreaterThan(30);
});

const titled = (steps: readonly string[]) =>
  steps.map((step, index) => [`${index + 1}. ${step.slice(0, 60)} …`, step] as const);

describe.each([
  ['the README', readme],
  ['docs/tour.md', tour],
])('a stranger follows %s word by word', (_page, steps) => {
  it.each(titled(steps))('%s', async (_name, step) => {
    for (const act of actsOf(step)) {
      await doIt(act).catch((error: Error) => {
        throw new Error(`“${act.join(' ')}” did not work: ${error.message}`);
      });
    }
  });
});
