import { sql } from 'kysely';
import { z } from 'zod';
import type { Base } from '#platform/jobs/jobs.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { type AuditEntry, type AuditKey, appendEntry, type Head, newestEntries } from './chain.ts';
import { type ProvenEvents, proveEvents, proveFreezes } from './entries.ts';
import type { AuditEvent } from './events.ts';
import { createRefusals, type Refused } from './refusals.ts';

/** The record of actions, of refusals and of changes of the policy. */
export interface Audit {
  /** Adds an entry in the caller's transaction, as late as possible: until it ends, no other entry can be added. */
  append(trx: Trx, entry: AuditEntry): Promise<void>;
  /** Adds an entry in a transaction of its own. */
  record(entry: AuditEntry): Promise<void>;
  /** Records a refusal: the first one at once, repeats as a number every few minutes. Never throws. */
  refused(refused: Refused): Promise<void>;
  /** A digest that only the holder of the key can make. @param purpose for no other use @param value plain JSON; the order of fields counts */
  seal(purpose: string, value: unknown): string;
  /** What the audit has of a target, where something is decided by it. */
  proven(db: Db, target: string): Promise<ProvenEvents>;
  /** The beginnings and ends of all freezes, in the same way. */
  provenFreezes(db: Db): Promise<ProvenEvents>;
  /** Logs the head of the chain, now and as it grows, and records the counted refusals. */
  start(): Promise<void>;
  /** With `drain: false` counted refusals and the last head are not written. */
  stop(options?: { readonly drain?: boolean }): Promise<void>;
  /** The listener is called once when a logged entry is no longer in the chain. */
  onBroken(listener: (seq: number) => Promise<void>): void;
}

export interface AuditDeps extends Pick<Base, 'database' | 'clock' | 'log'> {
  readonly key: AuditKey;
}

export const createAudit = ({ database, key, clock, log }: AuditDeps): Audit => {
  const append: Audit['append'] = (trx, entry) => appendEntry(trx, key, clock.now(), entry);
  const record: Audit['record'] = (entry) => database.transaction((trx) => append(trx, entry));
  const heads = createHeads({ database, log });
  const refusals = createRefusals({ record, clock, log });
  return {
    append,
    record,
    refused: refusals.note,
    seal: key.mac,
    proven: (db, target) => proveEvents(db, key, target),
    provenFreezes: (db) => proveFreezes(db, key),
    onBroken: heads.onBroken,
    async start() {
      refusals.start();
      await heads.start();
    },
    async stop({ drain = true } = {}) {
      refusals.stop();
      heads.stop();
      if (!drain) return;
      await refusals.flush();
      await heads.report();
    },
  };
};

const inForce = z.object({ after: z.string() });

/** The entries about policies that came into force, newest first. */
const policiesInForce = (db: Db) =>
  db
    .selectFrom('audit')
    .select(['at', 'detail_json'])
    // A literal, not a parameter, so that the index of these entries is used.
    .where('event', '=', sql.lit('policy in force' satisfies AuditEvent))
    .orderBy('seq', 'desc');

const digestIn = (row: { readonly detail_json: string } | undefined): string | undefined =>
  inForce.safeParse(row && JSON.parse(row.detail_json)).data?.after;

/** @returns the SHA-256 of the policy that last came into force by this store's audit; undefined before the first one */
export const lastPolicy = async (db: Db): Promise<string | undefined> =>
  digestIn(await policiesInForce(db).limit(1).executeTakeFirst());

/** More starts than there are between two changes of a policy. */
const MOST_STARTS = 1_000;

/** Since when this policy has been in force without another between, by the audit. @param digest SHA-256 of its text */
export const policySince = async (db: Db, digest: string): Promise<number | undefined> => {
  const rows = await policiesInForce(db).limit(MOST_STARTS).execute();
  const another = rows.findIndex((row) => digestIn(row) !== digest);
  const first = rows.slice(0, another < 0 ? rows.length : another).at(-1);
  return first && Date.parse(first.at);
};

const EVERY_MS = MINUTE;

type HeadsDeps = Pick<Base, 'database' | 'log'>;

/** Logs the newest entry's number and hash once a minute: a log collector has it where no writer of the database can reach. */
const createHeads = ({ database: { db }, log }: HeadsDeps) => {
  const listeners: ((seq: number) => Promise<void>)[] = [];
  let logged: Head | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Whether the entry logged last is still in the chain, unchanged. */
  const isStillThere = async ({ seq, hash }: Head): Promise<boolean> => {
    const row = await db.selectFrom('audit').select('hash').where('seq', '=', seq).executeTakeFirst();
    return row?.hash === hash;
  };

  const compare = async (): Promise<void> => {
    const [head] = await newestEntries(db, 1);
    if (logged && !(await isStillThere(logged))) {
      log.error('audit.broken', { seq: logged.seq, hash: logged.hash });
      for (const listener of listeners) await listener(logged.seq);
      logged = undefined;
    }
    if (!head || (head.seq === logged?.seq && head.hash === logged.hash)) return;
    logged = { seq: head.seq, hash: head.hash };
    log.info('audit.head', logged);
  };

  /** A store that does not answer must not block start or stop. */
  const report = (): Promise<void> => compare().catch((error) => log.warn('audit.head-unread', { error }));

  return {
    report,
    onBroken: (listener: (seq: number) => Promise<void>): void => void listeners.push(listener),
    async start(): Promise<void> {
      await report();
      timer ??= setInterval(() => void report(), EVERY_MS).unref();
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
};
