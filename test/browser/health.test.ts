import type { Browser, Locator } from 'playwright-core';
import { people } from '../../src/sandbox/world.ts';
import { plain } from '../support/story.ts';
import { become, button, openBrowser, type Person } from './person.ts';
import { type StewardProcess, startStewardProcess } from './steward-process.ts';

jest.setTimeout(300_000);

let steward: StewardProcess;
let browser: Browser;
beforeAll(async () => {
  [steward, browser] = await Promise.all([startStewardProcess(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await steward?.end();
});

const control = async (path: string, body: unknown): Promise<void> => {
  const answer = await fetch(`${steward.vendor.url}/__sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
};

/** The incident goes on as if so much time had passed. */
const later = (seconds: number): Promise<void> => control('clock', { advanceMs: seconds * 1_000 });

const TITLE = 'lost connections';
/** Longer than two looks at the feed, with room for a loaded machine. */
const SOON = { timeout: 60_000 };

/** The thread under the incident's card, as it stands on the page. */
const threadOf = (person: Person): Locator =>
  person.page.getByRole('group', { name: 'Thread by Steward' }).filter({ hasText: TITLE });

const startIncident = async ({ page }: Person): Promise<void> => {
  await page.getByRole('navigation', { name: 'App bar' }).getByRole('button', { name: 'Vendor' }).click();
  await page.getByRole('complementary').getByRole('button', { name: 'Start an incident' }).click();
  await page.getByRole('complementary').getByText('Begun: DEMO-').waitFor();
};

it('an incident opens, grows worse, spreads, is acknowledged, ends and is explained: one card, and the right replies', async () => {
  const bo = await become(browser, steward.teamsUrl, people.bo.name);
  bo.page.setDefaultTimeout(60_000);
  await bo.open('Alerts');
  await bo.post('watch health on payments');
  await bo.message(plain('watches.state.on')).filter({ hasText: 'Payments Production' }).first().waitFor();
  await startIncident(bo);

  const says = (words: string | RegExp): Promise<void> => threadOf(bo).getByText(words).first().waitFor(SOON);
  await says('Warning');
  await later(20);
  await says('routers between the two services');
  await later(25);
  await says(/^Now error/);
  await says('North Europe');

  await button(threadOf(bo).first(), plain('alerts.button.acknowledge')).first().click();
  await says(plain('alerts.acknowledged', { who: people.bo.name }));

  await later(60);
  await says(/^North Europe has recovered$/);
  await later(30);
  await says('Resolved');
  await later(30);
  await says('Preliminary');
  await later(30);
  await says('Explanation');

  expect(await threadOf(bo).count()).toBe(1);
});
