import { cloud, people } from '../../sandbox/world.ts';
import { channels, personalChat } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** Longer than the policy's interval between two polls. */
const POLL_INTERVAL = 10_000;

type Reach = 'production' | 'staging';

const polls = (reach: Reach): number => {
  const path = `${cloud.subscriptions[reach].id}/providers/Vendor.ResourceHealth/events`;
  return s.vendor.faults.seen().filter((request) => request.path.endsWith(path)).length;
};

/** Whether the feed is read once more when its time has come. */
const isPolled = async (reach: Reach): Promise<boolean> => {
  const before = polls(reach);
  for (let steps = 0; steps < 3; steps += 1) {
    s.clock.advance(POLL_INTERVAL);
    await s.until('no job that is due', async () => {
      const due = await s.inStore((db) =>
        db
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', 'alerts.look')
          .where('state', '=', 'ready')
          .where('due_at', '<', new Date(s.clock.now()).toISOString())
          .execute(),
      );
      return due.length === 0;
    });
  }
  return polls(reach) > before;
};

it.each([
  ['a team', 'team', channels.alerts, 'payments', 'production'],
  ['a personal chat', 'personal', personalChat('bo'), 'staging', 'staging'],
] as const)(
  'when the app is removed from %s its watches rest, and when it is back they go on, which is said there',
  async (_what, place, where, watched, reach) => {
    await s.ask('bo', `watch health on ${watched}`, { where });
    await s.until('a poll', () => isPolled(reach));
    await s.teams.setInstalled('bo', place, false);
    const noted = await s.inStore((db) =>
      db.selectFrom('audit').selectAll().where('event', '=', 'app removed').orderBy('seq', 'desc').execute(),
    );
    expect(noted[0]?.actor).toBe(people.bo.objectId);
    await s.until('rest', async () => !(await isPolled(reach)));
    expect(await isPolled(reach)).toBe(false);
    await s.teams.setInstalled('bo', place, true);
    await s.message(where, 'Steward is back');
    await s.until('a poll', () => isPolled(reach));
  },
);
