import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, iso } from '../../../../src/lib/clock.ts';
import type { Db } from '../../../../src/storage/database.ts';
import '../../../../src/alerts/tables.ts';
import type { Cluster } from '../../cluster/cluster.ts';

/** A look passes over nothing that changed in the day before it (the watermark's overlap). */
const OVERLAP_MS = DAY;
const LEASE_MS = 60_000;
/** Beyond whatever a watch holds back. */
const LATER_MS = 3 * DAY;
/** Time goes on while something is on its way, but never so far that it would be given up: a post after 15 s. */
const UNHURRIED_MS = 8_000;
const NUDGE_MS = 900;
const PAUSE_MS = 40;

export interface Resting {
  /** Every feed must have been read from its beginning after this moment; milliseconds since 1970. */
  readonly readSince?: number;
  /** What is held until later must have been told too. */
  readonly nothingHeld?: boolean;
  /** Nothing more is waited for once this holds. */
  readonly over?: () => boolean;
  readonly patienceMs?: number;
}

/** Waits until every feed was read from its beginning after this moment, in milliseconds since 1970; time goes as it goes. */
export const feedsRead = (cluster: Cluster, readSince: number): Promise<true> =>
  cluster.until('every feed read', async () => (await cluster.inStore((db) => unread(db, readSince))) === undefined);

/** Waits until every feed is read, and all that it brought is said; time goes faster meanwhile. */
export const waitForAlerts = async (cluster: Cluster, resting: Resting = {}): Promise<void> => {
  const look = async (): Promise<boolean> => {
    if (resting.over?.()) return true;
    const left = await cluster.inStore((db) => leftToDo(db, cluster.now(), resting));
    if (left === undefined) return true;
    if (await cluster.inStore((db) => isUnhurried(db, cluster.now()))) await cluster.advance(NUDGE_MS);
    await sleep(PAUSE_MS);
    return false;
  };
  await cluster.until('the alerts at rest', look, resting.patienceMs).catch(async (error: Error) => {
    const left = await cluster.inStore((db) => leftToDo(db, cluster.now(), resting));
    throw new Error(`${error.message}; at ${iso(cluster.now())}: ${left}`);
  });
};

const unread = async (db: Db, readSince: number): Promise<string | undefined> => {
  const feed = await db
    .selectFrom('alert_feeds')
    .select(['id', 'since', 'last_error'])
    .where('since', '<', iso(readSince - OVERLAP_MS))
    .executeTakeFirst();
  return feed && `${feed.id} is read until ${feed.since} (${feed.last_error})`;
};

/** @returns the first thing that is still to be done, in words */
const leftToDo = async (db: Db, now: number, { readSince, nothingHeld }: Resting): Promise<string | undefined> => {
  const feed = readSince === undefined ? undefined : await unread(db, readSince);
  if (feed !== undefined) return feed;
  const copy = await db.selectFrom('deliveries').selectAll().where('state', '=', 'ready').executeTakeFirst();
  if (copy) return `${copy.subject} for ${copy.face}: due ${copy.due_at}, tries ${copy.attempts}, ${copy.last_error}`;
  const due = nothingHeld ? iso(now + LATER_MS) : iso(now);
  const held = await db
    .selectFrom('alert_held')
    .select(['conversation_id', 'reason'])
    .where((eb) => eb.or([eb('release_at', 'is', null), eb('release_at', '<=', due)]))
    .executeTakeFirst();
  return held && `held in ${held.conversation_id}: ${held.reason}`;
};

/** Whether whatever is being done has only just begun. */
const isUnhurried = async (db: Db, now: number): Promise<boolean> => {
  const [from, to] = [iso(now), iso(now + LEASE_MS - UNHURRIED_MS)];
  for (const table of ['deliveries', 'jobs'] as const) {
    const old = await db
      .selectFrom(table)
      .select('id')
      .where('lease_until', '>', from)
      .where('lease_until', '<', to)
      .executeTakeFirst();
    if (old) return false;
  }
  return true;
};
