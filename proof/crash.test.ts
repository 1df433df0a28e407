import type { Cluster } from './cluster/cluster.ts';
import { openCrashEnvironment } from './crash/crash.ts';
import { type KillPoint, killPoints } from './crash/points.ts';
import { useKilledRuns } from './lib/testing.ts';

jest.setTimeout(300_000);

it('the kill points are named K1 to K27 in the order of the story', () => {
  expect(killPoints.map(({ name }) => name)).toEqual(Array.from({ length: 27 }, (_, index) => `K${index + 1}`));
});

const forgetDecision = (cluster: Cluster) =>
  cluster.inStore(async (db) => {
    await db.updateTable('jobs').set({ state: 'done' }).where('kind', '=', 'changes.perform').execute();
    await db.updateTable('changes').set({ state: 'waiting', guid: null }).execute();
  });

describe('the proof of crashes reports', () => {
  const run = useKilledRuns(openCrashEnvironment);
  const beforeThePut = killPoints[13] as KillPoint;

  it('a kill point that is never reached', async () => {
    const point: KillPoint = { ...beforeThePut, moments: [{ on: 'call', edge: 'leaving', to: '^PATCH ' }] };
    expect(await run(1, point)).toContain('kill point never reached');
  });

  it('a decision that the store has lost', async () => {
    expect(await run(2, beforeThePut, forgetDecision)).toContain('the request is: failed, not done');
  });
});
