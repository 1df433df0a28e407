import { sql } from 'kysely';
import { verifyAudit } from '#platform/audit/entries.ts';
import { iso } from '#platform/lib/clock.ts';
import { type Db, openExistingDatabase } from '#platform/storage/database.ts';
import '#engine/changes/tables.ts';
import '#platform/jobs/repository.ts';
import '#engine/outbox/tables.ts';
import { testKey } from './audit.ts';
import type { Steward } from './steward.ts';

/** Looks into the bot's own store, whether the bot runs or not. */
export const inStore = async <T>(s: Pick<Steward, 'databaseUrl'>, look: (db: Db) => Promise<T>): Promise<T> => {
  const database = openExistingDatabase(s.databaseUrl);
  try {
    return await look(database.db);
  } finally {
    await database.close();
  }
};

/** Every table of a store, with its rows. */
export const everyTable = async (db: Db): Promise<{ readonly name: string; readonly rows: readonly object[] }[]> =>
  Promise.all(
    (await db.introspection.getTables()).map(async ({ name }) => ({
      name,
      rows: await db
        .selectFrom(name as 'jobs')
        .selectAll()
        .execute(),
    })),
  );

const timers: Readonly<Record<string, string>> = {
  waiting: 'changes.deadline',
  approved: 'changes.perform',
  doing: 'changes.perform',
};

/**
 * Every change that has not ended must have the job that will end it. One statement, as a change and its job may both move
 * between two. @returns those without
 */
const changesWithoutJob = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('changes')
    .select(['ref', 'state'])
    .where(({ and, eb, exists, not, or, selectFrom }) => {
      const jobOf = (timer: string) =>
        selectFrom('jobs')
          .select('key')
          .where('jobs.state', '=', 'ready')
          .where('key', '=', sql<string>`${sql.lit(`${timer}:`)} || changes.id`);
      return or(
        Object.entries(timers).map(([state, timer]) => and([eb('state', '=', state), not(exists(jobOf(timer)))])),
      );
    })
    .execute();
  return rows.map(({ ref, state }) => `${ref} is ${state} and has no job`);
};

/** Every copy shows what is wanted or is due. @returns those that do neither */
const copiesWithoutEnd = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('deliveries').selectAll().where('state', '!=', 'ready').execute();
  return (
    rows
      // Nobody had to be told any more when its turn came: the request was decided in that moment.
      .filter(
        ({ subject, last_error }) => !(subject.startsWith('changeNotice:') && last_error === 'Outbox.NothingToShow'),
      )
      .filter(({ state, shown_version, wanted_version }) => state === 'dead' || shown_version < wanted_version)
      .map(({ subject, face, state }) => `${subject} for ${face} is ${state} and never shown`)
  );
};

/** What must hold at every moment and after every crash. @returns each violation in words */
export const violations = async (db: Db): Promise<string[]> => {
  const audit = await verifyAudit(db, testKey);
  return [
    ...(await changesWithoutJob(db)),
    ...(await copiesWithoutEnd(db)),
    ...(audit.ok ? [] : [`audit entry ${audit.seq} is not as it was written`]),
  ];
};

/** What the audit tells of one request, in order. */
export const historyOf = async (db: Db, ref: string): Promise<string[]> => {
  const { id } = await db.selectFrom('changes').select('id').where('ref', '=', ref).executeTakeFirstOrThrow();
  const entries = await db.selectFrom('audit').select('event').where('change_id', '=', id).orderBy('seq').execute();
  return entries.map(({ event }) => event);
};

/** What is still to be done at once, some of it, in words: a copy that is not shown, a change that is being made. */
export const pendingWork = async (db: Db): Promise<string[]> => {
  // The changes first: one that ends between the two looks leaves copies behind, and those are seen then.
  const open = ['approved', 'doing'] as const;
  // One in phase `sign-in` waits for a person.
  const changes = await db
    .selectFrom('changes')
    .selectAll()
    .where('state', 'in', open)
    .where('phase', '<>', 'sign-in')
    .limit(3)
    .execute();
  const copies = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('state', '=', 'ready')
    // An older copy is tried again now and then.
    .where((eb) => eb.or([eb('face', '<>', 'stray'), eb('hold_until', 'is not', null)]))
    .limit(3)
    .execute();
  return [
    ...copies.map((row) => {
      const { subject, face, due_at, attempts, lease_until, last_error } = row;
      return `${subject} for ${face}: due ${due_at}, tries ${attempts}, leased until ${lease_until}, ${last_error}`;
    }),
    ...changes.map(({ ref, state, phase, attempts }) => `${ref}: ${state}, ${phase}, tries ${attempts}`),
  ];
};

const isHeld = (table: 'jobs' | 'deliveries') => async (db: Db, now: number) =>
  (await db.selectFrom(table).select('id').where('lease_until', '>', iso(now)).limit(1).executeTakeFirst()) !==
  undefined;

/** Whether a message is under a lease at this moment, in milliseconds since 1970: somebody sends it, or died with it. */
export const isSending = isHeld('deliveries');

/** The same of a message or a job. */
export const isWorking = async (db: Db, now: number): Promise<boolean> =>
  (await isSending(db, now)) || isHeld('jobs')(db, now);

/** Nothing that is due is still to be done: all copies are shown, and only deadlines and rounds wait. */
export const isIdle = async (db: Db): Promise<boolean> => (await pendingWork(db)).length === 0;
