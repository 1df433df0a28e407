import { listedRole } from '../../test/support/story.ts';
import { people } from '../world.ts';
import { createPageReader, readme, titled, tour } from './page-steps.ts';
import { useBrowser } from './person.ts';
import { rolesShownTo, type SlowVendor, slowVendor } from './slow-vendor.ts';

/**
 * The README's tour where the vendor's lists lag three minutes and its gateway throttles. Nothing on the tour waits for a list, so
 * the lag is the real one; that everything is still so once the lists have caught up is `npm run proof -- tour`.
 */
const at = useBrowser();
const reader = createPageReader((name) => at.be(name));
/** Seconds: of those that the public gateway sends, the shorter ones. */
const RETRY_AFTER = 3;
/** Not “Being removed by”. */
const REMOVED = new RegExp(`^Removed by ${people.bo.name}`);
/** Longer than a message's answer may take. */
const LONG_WAIT = 12;

let vendor: SlowVendor;
beforeAll(async () => {
  vendor = slowVendor(at.steward.vendor.url);
  await vendor.lag();
});
beforeEach(() => vendor.throttle(RETRY_AFTER));

it.each(titled(readme))('the README, %s', (_name, step) => reader.follow(step));

it('what Steward granted is in its answers, although the vendor’s list does not have it yet', async () => {
  expect([(await listedRole(at.steward, 'ana', 'payments', 'contributor')).length, await vendor.listed()]).toEqual([
    1, 0,
  ]);
  const ana = await reader.person(people.ana.name);
  const mine = ana.message('What Ana Rossi is eligible for');
  expect(await mine.getByText('Contributor on Payments Production').count()).toBe(1);
  await ana.open('General');
  await ana.post('who has access to payments');
  const all = ana.message('Who is eligible on Payments Production');
  await all.getByText('Ana Rossi').first().waitFor();
});

it.each(titled(tour.slice(0, 2)))('docs/tour.md, %s', (_name, step) => reader.follow(step));

it('what Steward removed is in no answer', async () => {
  const bo = await reader.person(people.bo.name);
  await bo.page.getByText(REMOVED).first().waitFor();
  const ana = await reader.person(people.ana.name);
  await ana.open('Steward');
  expect(await rolesShownTo(ana)).toBe(0);
});

it('a wait that is longer than an answer may take is told, with a button that works once it is over', async () => {
  const ana = await reader.person(people.ana.name);
  await vendor.throttle(LONG_WAIT);
  const answered = rolesShownTo(ana);
  await ana
    .message('takes no more requests from Steward')
    .getByText(/Try again in \d+ seconds\./)
    .waitFor();
  expect(await answered).toBe(0);
});

it.each(titled(tour.slice(3)))('docs/tour.md, afterwards %s', (_name, step) => reader.follow(step));
