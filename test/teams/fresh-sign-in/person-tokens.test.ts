import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewJob } from '#platform/jobs/job.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { Secret } from '#platform/lib/secret.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import { forgetTokenJob } from '#teams/fresh-sign-in/fresh-sign-ins.ts';
import { createPersonTokens, type PersonTokens } from '#teams/fresh-sign-in/person-tokens.ts';
import { signInMigrations } from '#teams/fresh-sign-in/tables.ts';
import { openTokenKeys, TOKEN_KEYS_FILE } from '#teams/fresh-sign-in/token-keys.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { folderPerTest } from '../../support/temp-folder.ts';

const folder = folderPerTest();
const clock = createManualClock(Date.parse('2026-03-02T09:00:00Z'));
let database: Database;
let tokens: PersonTokens;
let forgetting: ReturnType<typeof forgetTokenJob>;
let scheduled: NewJob[];

beforeEach(async () => {
  database = await openDatabase('sqlite::memory:', signInMigrations);
  writeFileSync(join(folder(), TOKEN_KEYS_FILE), `${'a1'.repeat(32)}\n`);
  scheduled = [];
  forgetting = forgetTokenJob(database);
  tokens = createPersonTokens({
    ...{ db: database.db, clock, keys: openTokenKeys(folder()), baseUrl: 'https://management.example' },
    jobs: {
      schedule: async (_db, job) => void scheduled.push(job),
    },
  });
});
afterEach(() => database.close());

const keep = (signIn: string, change = 'c1', lifeMs = HOUR): Promise<void> =>
  database.transaction((trx) =>
    tokens.keep(trx, { id: signIn, change }, { token: new Secret(`token of ${signIn}`), lifeMs }),
  );
const adopt = (signIn: string, change = 'c1') => database.transaction((trx) => tokens.adopt(trx, signIn, change));
const found = async (change = 'c1'): Promise<string | undefined> => (await tokens.find(change))?.reveal();
const left = async () => (await database.db.selectFrom('person_tokens').select('sign_in_id').execute()).length;
const forget = (signIn: string) =>
  forgetting.handle({ signIn }, { id: 'j', now: clock.now(), attempt: 1, stopping: () => false } as never);

it('a token is found once the approval of its sign-in completed the change, and not before', async () => {
  await keep('s1');
  expect(await found()).toBeUndefined();
  await adopt('s1');
  expect(await found()).toBe('token of s1');
  expect(await found('c2')).toBeUndefined();
});

it('a sign-in for another change is not adopted', async () => {
  await keep('s1', 'c2');
  await adopt('s1', 'c1');
  expect([await found('c1'), await found('c2')]).toEqual([undefined, undefined]);
});

it('the token of a later sign-in takes the place of the one before', async () => {
  await keep('s1');
  await adopt('s1');
  await keep('s2');
  expect(await found()).toBe('token of s1');
  await adopt('s2');
  expect([await found(), await left()]).toEqual(['token of s2', 1]);
});

it('a token that ends within a minute is not found', async () => {
  await keep('s1', 'c1', HOUR);
  await adopt('s1');
  clock.advance(HOUR - MINUTE - 1);
  expect(await found()).toBe('token of s1');
  clock.advance(2);
  expect(await found()).toBeUndefined();
});

it('one that nobody uses is forgotten when its sign-in is over, one that is used when it ends', async () => {
  await keep('s1');
  await keep('s2', 'c2');
  await adopt('s2', 'c2');
  expect(scheduled.map(({ dueAt }) => dueAt - clock.now())).toEqual([10 * MINUTE, 10 * MINUTE]);
  clock.advance(10 * MINUTE);
  expect(await forget('s1')).toEqual({ end: 'done' });
  expect(await forget('s2')).toEqual({ again: clock.now() + 50 * MINUTE });
  expect(await left()).toBe(1);
  clock.advance(50 * MINUTE);
  expect(await forget('s2')).toEqual({ end: 'done' });
  expect(await left()).toBe(0);
});

it('a change that has ended, and an approval that did not complete one, leave no token', async () => {
  await keep('s1');
  await keep('s2', 'c2');
  await database.transaction((trx) => tokens.forget(trx, 's1'));
  await database.transaction((trx) => tokens.forgetOf(trx, 'c2'));
  expect(await left()).toBe(0);
});

it('a transaction that is rolled back keeps nothing', async () => {
  const undone = database.transaction(async (trx) => {
    await tokens.keep(trx, { id: 's1', change: 'c1' }, { token: new Secret('x'), lifeMs: HOUR });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await left()).toBe(0);
});

it('a directory that lets it live for a day does not have it kept for more than an hour', async () => {
  await keep('s1', 'c1', 24 * HOUR);
  await adopt('s1');
  clock.advance(HOUR - 2 * MINUTE);
  expect(await found()).toBe('token of s1');
  clock.advance(2 * MINUTE);
  expect(await found()).toBeUndefined();
});

it('the scope is what a program may do at the management API in a person’s place', () =>
  expect(tokens.scope).toBe('https://management.example/user_impersonation'));
