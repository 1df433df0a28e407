import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../test/house/source.ts';
import type { Person } from './person.ts';

/** One thing that a page tells its reader to do, or says that they will see. */
export type Act = readonly [kind: 'become' | 'open' | 'say' | 'press' | 'explain' | 'see', what: string];

/** How a page words them: bold is pressed or opened, code is typed, slanted is on the page. */
const PHRASES: readonly (readonly [Act[0], RegExp])[] = [
  ['become', /(?:become|you are) \*\*([^*]+)\*\*/i],
  ['open', /open \*\*([^*]+)\*\*/i],
  ['say', /(?:send|write)\s+`(?:@Steward )?([^`]+)`/i],
  ['press', /press \*\*([^*]+)\*\*/i],
  ['explain', /(say why)/i],
  ['see', /(?<!\*)\*([^*]+)\*(?!\*)/],
];

export const actsOf = (text: string): readonly Act[] =>
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
export const readme = stepsOf('README.md', '\nThe [longer tour]');
export const tour = stepsOf('docs/tour.md', '\nThen try');

/** Somebody who does what a page says, word by word, and stops where it is not so. */
interface PageReader {
  /** @throws Error with the act that did not work */
  follow(step: string): Promise<void>;
  /** Whoever the page named so far, in a browser profile of their own. */
  person(name: string): Promise<Person>;
}

/** @param be how the reader becomes somebody for the first time */
export const createPageReader = (be: (name: string) => Promise<Person>): PageReader => {
  const people = new Map<string, Person>();
  let reader: Person | undefined;

  const person = async (name: string): Promise<Person> => {
    const known = people.get(name) ?? (await be(name));
    people.set(name, known);
    return known;
  };
  const act = async ([kind, what]: Act): Promise<void> => {
    if (kind === 'become') {
      reader = await person(what);
      return;
    }
    if (!reader) throw new Error('the page has not said who its reader is');
    const { page } = reader;
    if (kind === 'open') {
      await reader.open(what);
    } else if (kind === 'say') {
      const isChannel = await page.getByRole('textbox', { name: 'New post' }).isVisible();
      await (isChannel ? reader.post(what) : reader.write(what));
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
  return {
    person,
    async follow(step) {
      for (const one of actsOf(step)) {
        await act(one).catch((error: Error) => {
          throw new Error(`“${one.join(' ')}” did not work: ${error.message}`);
        });
      }
    },
  };
};

/** As names of tests: the number of each step and how it begins. */
export const titled = (steps: readonly string[]) =>
  steps.map((step, index) => [`${index + 1}. ${step.slice(0, 60)} …`, step] as const);
