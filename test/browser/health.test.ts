import type { Locator } from 'playwright-core';
import { people } from '../../src/sandbox/world.ts';
import { plain } from '../support/story.ts';
import { button, type Person, startIncident, useBrowser } from './person.ts';

const at = useBrowser();

const control = async (path: string, body: unknown): Promise<void> => {
  const answer = await fetch(`${at.steward.vendor.url}/__sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
};

/** Moves the vendor's clock ahead, so that the incident goes on. */
const later = (seconds: number): Promise<void> => control('clock', { advanceMs: seconds * 1_000 });

const TITLE = 'lost connections';
/** Longer than two polls of the feed, with room for a loaded machine. */
const SOON = { timeout: 60_000 };

/** The thread with the incident's card on the page. */
const threadOf = (person: Person): Locator =>
  person.page.getByRole('group', { name: 'Thread by Steward' }).filter({ hasText: TITLE });

it('an incident that opens, grows worse, spreads, is acknowledged, ends and is explained has one card with a reply for each change', async () => {
  const bo = await at.be(people.bo.name);
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
  await says(plain('alerts.onIt', { who: people.bo.name }));

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
