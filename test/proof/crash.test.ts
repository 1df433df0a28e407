import { sqliteStores } from '../support/database.ts';
import type { Cluster } from './cluster/cluster.ts';
import { crashAt } from './crash/crash.ts';
import { type CrashOptions, openCrashEnvironment } from './crash/environment.ts';
import { type KillPoint, killPoints } from './crash/points.ts';
import type { Environment } from './prove-on-stores.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

/** Each of another kind: a claim, a post, a decision, the vendor's call, a removal. */
const few = ['K5', 'K8', 'K13', 'K15', 'K17', 'K25'];

it('killed at a few points of the first story, the bot loses nothing and does nothing twice', async () => {
  const proof = crashAt(killPoints.filter(({ name }) => few.includes(name)));
  const runs = few.length;
  expect(await proveShortly(proof, { runs, seed: 3, on: 'sqlite' })).toEqual({ made: runs, violations: [] });
});

it('every point of the story has its name, in order', () => {
  expect(killPoints.map(({ name }) => name)).toEqual(Array.from({ length: 26 }, (_, index) => `K${index + 1}`));
});

const forgetDecision = (cluster: Cluster) =>
  cluster.inStore(async (db) => {
    await db.updateTable('jobs').set({ state: 'done' }).where('kind', '=', 'changes.perform').execute();
    await db.updateTable('changes').set({ state: 'waiting', guid: null }).execute();
  });

describe('the proof fails', () => {
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

  it('where the kill point is never reached', async () => {
    point = { ...point, moments: [{ on: 'call', edge: 'leaving', to: '^PATCH ' }] };
    expect(await environment.run(1)).toContain('kill point never reached');
  });

  it('where the store forgets a decision', async () => {
    meanwhile = forgetDecision;
    expect(await environment.run(2)).toContain('the request is: failed, not done');
  });
});
