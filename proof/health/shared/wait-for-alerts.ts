import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, iso } from '../../../src/platform/lib/clock.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
import '../../../src/engine/alerts/tables.ts';
import type { Cluster } from '../../cluster/cluster.ts';

/** A poll reads everything that changed in the day before it (the watermark's overlap). */
const OVERLAP_MS = DAY;
const LEASE_MS = 60_000;
/** Longer than any digest or quiet hours of the watches. */
const LATER_MS = 3 * DAY;
/** Advances while work is pending, but never up to its time limit: 15 s for a post. */
const UNHURRIED_MS = 8_000;
const NUDGE_MS = 900;
const PAUSE_MS = 40;

interface Resting {
  /** Every feed must have a complete poll after this moment; milliseconds since 1970. */
  readonly readSince?: number;
  /** Digests must have been posted too. */
  readonly nothingHeld?: boolean;
  /** Ends the wait once this holds. */
  readonly over?: () => boolean;
  readonly patienceMs?: number;
}

/** Waits until every feed had a complete poll after this moment, in milliseconds since 1970, without advancing the clock. */
export const feedsRead = (cluster: Cluster, readSince: number): Promise<true> =>
  cluster.until('every feed read', async () => (await cluster.inStore((db) => unread(db, readSince))) === undefined);

/** Waits until every feed was polled and all notifications are posted; the clock advances faster meanwhile. */
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

/** @returns a description of the first pending work */
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

/** Whether the current work has only just begun. */
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
