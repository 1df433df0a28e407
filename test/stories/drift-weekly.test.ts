import { plannedReports } from '#features/access/drift/store.ts';
import { DAY } from '#platform/lib/clock.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { inStore } from '../support/store-invariants.ts';
import { shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const title = shown('access.drift.title');
const reports = async () =>
  (await s.teams.messages(channels.alerts)).filter((message) => wordsOf(message).includes(title));

const isPlanned = () =>
  s.until('the next comparison to be planned', async () => (await inStore(s, plannedReports)).length === 1);

it('the weekly comparison comes once at its time, also when Steward was stopped then', async () => {
  await s.replaceInPolicy('access:\n', 'access:\n  drift: { day: friday, at: "09:00", zone: Europe/Berlin }\n');
  await isPlanned();
  expect(await reports()).toEqual([]);
  await s.kill();
  s.clock.advance(3 * DAY);
  await s.restart();
  const first = await s.message(channels.alerts, title);
  expect(wordsOf(first)).toContain(shown('access.drift.kind.outside'));

  await isPlanned();
  await s.restart();
  await s.ask('fi', 'whoami');
  expect(await reports()).toHaveLength(1);
});
