import { postgresStores, sqliteStores } from '../support/database.ts';
import { crash } from './crash/crash.ts';
import { killPoints } from './crash/points.ts';
import { type CrashStageOptions, openCrashStage } from './crash/stage.ts';
import type { Fleet } from './fleet/fleet.ts';
import type { Violation } from './proof.ts';

jest.setTimeout(60_000);

const pointNamed = (name: string) => {
  const point = killPoints.find((candidate) => candidate.name === name);
  if (!point) throw new Error(`there is no ${name}`);
  return point;
};

/** One run on SQLite. @returns what was complained of */
const runOnce = async (options: Pick<CrashStageOptions, 'pointOf' | 'meanwhile' | 'reach'>): Promise<string[]> => {
  const stores = sqliteStores();
  const store = await stores.create();
  const complaints: string[] = [];
  const stage = await openCrashStage(store, {
    ...options,
    seed: 1,
    complain: (_run, _at, words) => complaints.push(words),
  });
  try {
    await stage.run(1);
  } finally {
    await stage.end();
    await store.remove();
  }
  return complaints;
};

it('killed at a few points of the first story, the bot loses nothing and does nothing twice', async () => {
  const postgres = postgresStores();
  const stores = [sqliteStores(), ...(postgres ? [postgres] : [])];
  const violations: Violation[] = [];
  const made = await crash.prove({ runs: 4, seed: 3, stores, complain: (violation) => violations.push(violation) });
  expect(violations).toEqual([]);
  expect(made).toBe(4);
});

const forgetDecision = (fleet: Fleet) =>
  fleet.inStore(async (db) => {
    await db.updateTable('jobs').set({ state: 'done' }).where('kind', '=', 'changes.perform').execute();
    await db.updateTable('changes').set({ state: 'waiting', guid: null }).execute();
  });

describe('the proof fails', () => {
  it('where the store forgets a decision', async () => {
    const complaints = await runOnce({ pointOf: () => pointNamed('K14'), meanwhile: forgetDecision });
    expect(complaints).toContain('the request is: waiting, not done');
  });

  it('where the kill point is never reached', async () => {
    const nowhere = { ...pointNamed('K16'), moments: [{ on: 'call', edge: 'leaving', to: '^PATCH ' }] as const };
    expect(await runOnce({ pointOf: () => nowhere, reach: 1_000 })).toContain('kill point never reached');
  });
});

it('every point of the story has its name, its place and its step', () => {
  expect(killPoints.map(({ name }) => name)).toEqual(Array.from({ length: 26 }, (_, index) => `K${index + 1}`));
});
