import type { Cluster } from './cluster/cluster.ts';
import { crashAt } from './crash/crash.ts';
import { openCrashEnvironment } from './crash/environment.ts';
import { type KillPoint, killPoints } from './crash/points.ts';
import { testProof, useKilledRuns } from './testing.ts';

jest.setTimeout(300_000);

/** Each of another kind: a claim, a post, a decision, the vendor's call, a removal, and one that is refused for now. */
const few = ['K5', 'K8', 'K13', 'K15', 'K17', 'K25', 'K27'];

testProof(
  'a bot that is killed at some points of the first story loses nothing and does nothing twice',
  crashAt(killPoints.filter(({ name }) => few.includes(name))),
  { runs: few.length, seed: 3, on: 'sqlite' },
);

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
