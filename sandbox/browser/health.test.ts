import type { Locator } from 'playwright-core';
import { plain } from '../../test/support/story.ts';
import { people } from '../world.ts';
import { button, later, type Person, startIncident, useBrowser } from './person.ts';

const at = useBrowser();

const TITLE = 'lost connections';
/** Longer than two polls of the feed, with room for a loaded machine. */
const SOON = { timeout: 60_000 };

/** The thread with the incident's card on the page. */
const threadOf = (person: Person): Locator =>
  person.page.getByRole('group', { name: 'Thread by Steward' }).filter({ hasText: TITLE });

it('an incident that opens, grows worse, spreads, is acknowledged, ends and is explained has one card with a reply for each change', async () => {
  const bo = await at.beIn(people.bo.name, 'Alerts');
  await bo.post('watch health on payments');
  await bo.message(plain('watches.state.on')).filter({ hasText: 'Payments Production' }).first().waitFor();
  await startIncident(bo);

  const says = (words: string | RegExp): Promise<void> => threadOf(bo).getByText(words).first().waitFor(SOON);
  await says('Warning');
  await later(at.steward, 20);
  await says('routers between the two services');
  await later(at.steward, 25);
  await says(/^Now error/);
  await says('North Europe');

  await button(threadOf(bo).first(), plain('alerts.button.acknowledge')).first().click();
  await says(plain('alerts.onIt', { who: people.bo.name }));

  await later(at.steward, 60);
  await says(/^North Europe has recovered$/);
  await later(at.steward, 30);
  await says('Resolved');
  await later(at.steward, 30);
  await says('Preliminary');
  await later(at.steward, 30);
  await says('Explanation');

  expect(await threadOf(bo).count()).toBe(1);
});
