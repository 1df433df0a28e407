import { sqliteStores } from '../support/database.ts';
import type { Cluster } from './cluster/cluster.ts';
import { crashAt } from './crash/crash.ts';
import { type CrashOptions, openCrashEnvironment } from './crash/environment.ts';
import { type KillPoint, killPoints } from './crash/points.ts';
import type { Environment } from './prove-on-stores.ts';
import { testProof } from './testing.ts';

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
  const stores = sqliteStores();
  let environment: Environment;
  let point: KillPoint;
  let meanwhile: NonNullable<CrashOptions['meanwhile']>;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const store = await stores.create();
    remove = store.remove;
    environment = await openCrashEnvironment(store.url, {
      seed: 1,
      pointOf: () => point,
      meanwhile: (cluster) => meanwhile(cluster),
    });
  });
  beforeEach(() => {
    point = killPoints[13] as KillPoint;
    meanwhile = async () => {};
  });
  afterAll(async () => {
    await environment.end();
    await remove();
  });

  it('a kill point that is never reached', async () => {
    point = { ...point, moments: [{ on: 'call', edge: 'leaving', to: '^PATCH ' }] };
    expect(await environment.run(1)).toContain('kill point never reached');
  });

  it('a decision that the store has lost', async () => {
    meanwhile = forgetDecision;
    expect(await environment.run(2)).toContain('the request is: failed, not done');
  });
});
