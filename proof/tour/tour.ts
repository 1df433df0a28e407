import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { createPageReader, readme, tour } from '../../sandbox/browser/page-steps.ts';
import { become, openBrowser, type Person } from '../../sandbox/browser/person.ts';
import { rolesShownTo, type SlowVendor, slowVendor } from '../../sandbox/browser/slow-vendor.ts';
import { startStewardProcess } from '../../sandbox/browser/steward-process.ts';
import { people } from '../../sandbox/world.ts';
import { MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import { listedRole } from '../../test/support/story.ts';
import { type Dice, diceOf } from '../lib/dice.ts';
import type { Proof } from '../proof.ts';

/** Not “Being removed by”. */
const REMOVED = new RegExp(`^Removed by ${people.bo.name}`);
const PATIENCE_MS = 2 * MINUTE;
const BETWEEN_MS = 10 * SECOND;

interface Run {
  readonly dice: Dice;
  readonly steward: Awaited<ReturnType<typeof startStewardProcess>>;
  readonly vendor: SlowVendor;
  readonly browser: Browser;
}

/** The gateway says such waits: most are short. */
const retryAfter = (dice: Dice): number => dice.pick([1, 1, 2, 3, 5, 17]);

/** Refuses some calls now and then, until the run ends. */
const throttleNowAndThen = async ({ dice, vendor }: Run, ended: AbortSignal): Promise<void> => {
  while (!ended.aborted) {
    await vendor.throttle(retryAfter(dice));
    await sleep(SECOND * (15 + dice.below(15)), undefined, { signal: ended }).catch(() => {});
  }
};

/** Asks again and again until the vendor's list shows the role so often. @returns what was wrong on the way */
const askUntilListed = async ({ vendor }: Run, ana: Person, wanted: { listed: number; shown: number }) => {
  const wrong: string[] = [];
  let asked = 0;
  for (;;) {
    const listed = await vendor.listed();
    const shown = await rolesShownTo(ana);
    asked += 1;
    if (shown !== wanted.shown)
      wrong.push(`answer ${asked} shows the role ${shown} times while the list has it ${listed} times`);
    if (listed === wanted.listed) return { wrong, asked };
    await sleep(BETWEEN_MS);
  }
};

const play = async (run: Run): Promise<{ readonly wrong: readonly string[]; readonly asked: number }> => {
  const { steward, vendor, browser } = run;
  const reader = createPageReader(async (name) => {
    const person = await become(browser, steward.teamsUrl, name);
    person.page.setDefaultTimeout(PATIENCE_MS);
    return person;
  });
  await vendor.lag();
  for (const step of readme) await reader.follow(step);
  const wrong = (await vendor.listed()) === 0 ? [] : ['the vendor’s list did not lag'];
  const ana = await reader.person(people.ana.name);
  const granted = await askUntilListed(run, ana, { listed: 1, shown: 1 });
  for (const step of tour.slice(0, 2)) await reader.follow(step);
  await (await reader.person(people.bo.name)).page.getByText(REMOVED).first().waitFor();
  const held = await listedRole(steward, 'ana', 'payments', 'contributor');
  if (held.length > 0) wrong.push('the vendor still holds what is said to be removed');
  await ana.open('Steward');
  const removed = await askUntilListed(run, ana, { listed: 0, shown: 0 });
  return { wrong: [...wrong, ...granted.wrong, ...removed.wrong], asked: granted.asked + removed.asked };
};

/**
 * The README's tour and the first steps of the longer one in a browser, against a vendor whose lists lag the public service's three
 * minutes and that refuses calls with 429 all the time. It takes these minutes twice: until the list shows the grant, and until it no
 * longer shows it. Its store is the sandbox's own.
 */
export const tourProof: Proof = {
  name: 'tour',
  says: 'the tour of the README comes true word by word while lists lag and calls are refused',
  runs: 2,
  async prove({ runs, seed, complain, tell }) {
    let asked = 0;
    for (let run = 1; run <= runs; run += 1) {
      const [steward, browser] = await Promise.all([startStewardProcess(), openBrowser()]);
      const ended = new AbortController();
      const on: Run = { dice: diceOf(seed, run), steward, browser, vendor: slowVendor(steward.vendor.url) };
      const throttling = throttleNowAndThen(on, ended.signal);
      try {
        const result = await play(on);
        asked += result.asked;
        for (const words of result.wrong) complain({ run, at: 'the tour', words });
      } catch (error) {
        complain({ run, at: 'the tour', words: error instanceof Error ? error.message : String(error) });
      } finally {
        ended.abort();
        await throttling;
        await browser.close();
        await steward.end();
      }
    }
    tell?.(`asked ${asked} times while the lists lagged`);
    return runs;
  },
};
