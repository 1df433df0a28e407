import { proveEvents } from '#platform/audit/entries.ts';
import { auditMigrations } from '#platform/audit/tables.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import type { Confirmed } from '#teams/fresh-sign-in/confirmation.ts';
import { signInMigrations } from '#teams/fresh-sign-in/tables.ts';
import columns from '../../fixtures/deciding-columns.json' with { type: 'json' };
import { openTestAudit, testKey } from '../../support/audit.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { PeopleDirectory } from '../../support/people-directory.ts';
import { codeIn, createBrowser, signInsAt, startDirectory } from './signing.ts';

const PERSON = 'cccc0000-0000-4000-8000-00000000000c';
const wanted = {
  ...{ person: PERSON, change: 'change-1', termsVersion: 1, context: 'c1', maxAge: 5 * MINUTE, withToken: false },
};

const clock = createManualClock(Date.now());
let directory: PeopleDirectory;
let database: Database;
let running: ReturnType<typeof signInsAt>;

beforeEach(async () => {
  directory = await startDirectory(clock);
  database = await openDatabase('sqlite::memory:', { ...auditMigrations, ...signInMigrations });
  running = signInsAt(directory, {
    ...{ database, clock, jobs: { define: () => {}, schedule: async () => {} } },
    audit: {
      ...{ seal: testKey.mac, refused: async () => {} },
      proven: (db, target) => proveEvents(db, testKey, target),
    },
  });
  directory.signsIn({ objectId: PERSON });
});
afterEach(async () => {
  await running.end();
  await database.close();
  await directory.close();
});

const confirm = async (code?: string, of = wanted): Promise<Confirmed> => {
  const prepared = await running.signIns.prepare(code === undefined ? undefined : { is: 'code', code });
  return database.transaction((trx) => prepared(trx, of, clock.now()));
};
const signIn = async (): Promise<string> => {
  const answer = await confirm();
  const page = await createBrowser(running.signIns).signIn(answer.is === 'asked' ? answer.request.address : '');
  return codeIn(page) ?? '';
};
const numbers = { terms_version: 1, max_age_ms: 3_600_000, with_token: 1 };
const edits = { ...numbers, state: 'open', contexts_json: '["c9"]', created_at: '2099-01-01T00:00:00.000Z' };
const deciding = Object.entries(columns.sign_ins).filter(
  ([column, is]) => is === 'sealed' && column !== 'terms_version',
);

it.each(deciding)('a sign-in with another %s in its row confirms nothing', async (column) => {
  const code = await signIn();
  const value = Object.entries(edits).find(([name]) => name === column)?.[1] ?? '2026-01-01T00:00:00.000Z';
  await database.db
    .updateTable('sign_ins')
    .set({ [column]: value })
    .execute();
  expect(await confirm(code)).toMatchObject({ is: 'refused' });
});

it('a sign-in that was used confirms no other request by an edit of its row', async () => {
  const code = await signIn();
  const { seal } = await database.db.selectFrom('sign_ins').select('seal').executeTakeFirstOrThrow();
  expect(await confirm(code)).toMatchObject({ is: 'confirmed' });
  const again = { state: 'signed', seal, change_id: 'change-2' };
  await database.db.updateTable('sign_ins').set(again).execute();
  expect(await confirm(code, { ...wanted, change: 'change-2' })).toMatchObject({ is: 'refused', fault: 'wrongCode' });
});

it('a used sign-in whose row was put back, with its seal, confirms no second decision that the audit already has', async () => {
  const code = await signIn();
  const row = await database.db.selectFrom('sign_ins').selectAll().executeTakeFirstOrThrow();
  const confirmed = await confirm(code);
  const audit = await openTestAudit(database, clock);
  const detail = { signIn: confirmed.is === 'confirmed' ? confirmed.signIn : {} };
  await audit.record({ target: wanted.change, actor: PERSON, event: 'approved', detail });
  await database.db.updateTable('sign_ins').set(row).execute();
  expect(await confirm(code)).toMatchObject({ is: 'refused', fault: 'used' });
});
