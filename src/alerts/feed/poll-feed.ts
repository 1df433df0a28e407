import { z } from 'zod';
import type { JobKind } from '../../jobs/jobs.ts';
import { DAY, SECOND } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Trx } from '../../storage/database.ts';
import { type AlertsCore, countFitting, tellChanged } from '../core.ts';
import { releaseRead } from '../digest/digest-queue.ts';
import { alertsPolicy } from '../policy.ts';
import { forgottenBefore, pruneAlerts } from '../prune.ts';
import type { FeedTable } from '../tables.ts';
import { resumeDue } from '../watch/resume.ts';
import {
  feedId,
  findFeed,
  insertFeed,
  listWatches,
  recordRead,
  recordUnread,
  STALLED_AFTER,
} from '../watch/watch-store.ts';
import { listOpenAlerts, showsOpen } from './alert-store.ts';
import { ingest } from './ingest.ts';
import type { AlertSource, Signal } from './source.ts';

/** The job that reads one feed, for all who watch it. */
const LOOK_JOB = 'alerts.look';

/** A feed that nobody has read yet: what began before and goes on is found as well. */
const FIRST_LOOK_BACK_MS = 30 * DAY;
/** Clocks differ, and a listing may lag: what is read twice is known. */
const OVERLAP_MS = DAY;
/** What could not be taken in is read again for so long. */
const AGAIN_MS = 3 * DAY;
/** What is held until a feed is read waits so long for the channel's other feeds. */
const SETTLE_MS = 10 * SECOND;
/** Of the vendor's reads (vendor-facts section 3: 25 a second come back): fewer left than this, and others go first. */
const FEW_READS = 100;
const NO_READS = 25;

/** Of such parts in one reading. */
const MOST_FORGOTTEN = 10;

const payload = z.object({ source: z.string(), feed: z.string() });

/** Begins or goes on to read a feed, now. */
export const schedulePoll = async (core: AlertsCore, trx: Trx, source: string, feed: string): Promise<void> => {
  const now = core.clock.now();
  await insertFeed(trx, source, feed, now - FIRST_LOOK_BACK_MS);
  await core.jobs.schedule(trx, {
    kind: LOOK_JOB,
    key: `${LOOK_JOB} ${feedId(source, feed)}`,
    dueAt: now,
    payload: { source, feed },
  });
};

export const pollJob = (core: AlertsCore): JobKind<z.infer<typeof payload>> => ({
  name: LOOK_JOB,
  payload,
  maxAttempts: 1_000,
  async handle({ source: name, feed: key }, { now, id }) {
    const { db } = core.database;
    const feed = await findFeed(db, feedId(name, key));
    const source = core.source(name);
    const watched = await listWatches(db, { source: name, feed: key });
    if (!feed || !source) return { end: 'done' };
    // Nobody listens any more: what stands in a channel still stays true until its incident is over.
    if (watched.length === 0 && !(await showsOpen(db, feed.id))) return { end: 'done' };
    const { every, atMost } = alertsPolicy(core.policy.current());
    try {
      const left = await read(core, source, feed, now, id);
      return { again: core.clock.now() + Math.min(every * slower(left), atMost) };
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'Alerts.Fault';
      core.log.warn('feed not read', { job: id, code, count: feed.failures + 1, error });
      await core.database.transaction(async (trx) => {
        await recordUnread(trx, feed, code);
        if (feed.failures + 1 === STALLED_AFTER) await tellStalled(core, trx, feed, code);
      });
      return { again: core.clock.now() + Math.min(every * 2 ** Math.min(feed.failures, 9), atMost) };
    }
  },
});

/** @returns the reads that the vendor has left, as far as it says */
const read = async (core: AlertsCore, source: AlertSource, feed: FeedTable, now: number, correlation: string) => {
  let left: number | undefined;
  const items: unknown[] = [];
  const context = {
    vendor: core.vendor,
    policy: core.policy.current(),
    correlation,
    remaining: (reads: number) => {
      left = reads;
    },
    known: async (from: number) =>
      (await listOpenAlerts(core.database.db, source, feed.id, core.log, from)).map(({ item }) => item),
  };
  for await (const item of source.list(feed.feed, Date.parse(feed.since), context)) items.push(item);
  const lost = await takeAll(core, source, feed, items);
  await core.database.transaction(async (trx) => {
    await recordRead(trx, feed, lost === 0 ? now - OVERLAP_MS : heldBack(feed, now), core.clock.now());
    await releaseRead(trx, core.jobs, feed.id, core.clock.now() + SETTLE_MS);
    if (feed.failures >= STALLED_AFTER) await tellStalled(core, trx, feed, undefined);
    if (feed.ok_at === null) await tellLooked(core, trx, source, feed);
  });
  await forgetOld(core, source.name, forgottenBefore(context.policy, now));
  await resumeDue(core, source.name, feed.feed);
  return left;
};

/** In small transactions, so that nobody waits for more than one of them. */
const forgetOld = async ({ database, outbox }: AlertsCore, source: string, before: number): Promise<void> => {
  for (let parts = 0; parts < MOST_FORGOTTEN; parts += 1) {
    if (!(await database.transaction((trx) => pruneAlerts(trx, outbox, source, before)))) return;
  }
};

/** What cannot be taken in costs itself only. @returns how many that are */
const takeAll = async (
  core: AlertsCore,
  source: AlertSource,
  feed: FeedTable,
  items: readonly unknown[],
): Promise<number> => {
  let lost = 0;
  const attempt = async <T>(key: string, work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      lost += 1;
      core.log.error('incident not taken in', { reason: key, count: lost, error });
      return undefined;
    }
  };
  const told: { readonly item: unknown; readonly signal: Signal }[] = [];
  for (const item of items) {
    const signal = await attempt(feed.id, () => source.signal(item));
    if (signal) told.push({ item, signal });
  }
  // What explains an incident comes after it, the urgent before the rest.
  told.sort(
    (a, b) =>
      Number(a.signal.explains !== undefined) - Number(b.signal.explains !== undefined) ||
      a.signal.rank - b.signal.rank,
  );
  for (const { item, signal } of told) await attempt(signal.key, () => ingest(core, source, feed, item));
  return lost;
};

/** Where the reading goes on from when something of it is to be read again. */
const heldBack = (feed: FeedTable, now: number): number => Math.max(Date.parse(feed.since), now - AGAIN_MS);

/** The operators, by the name that whoever watches it gave it, and whoever watches it: when it begins, and when it is over. */
const tellStalled = async (core: AlertsCore, trx: Trx, feed: FeedTable, code: string | undefined): Promise<void> => {
  const watches = await listWatches(trx, { source: feed.source, feed: feed.feed });
  for (const listener of core.stalled) await listener(trx, watches[0]?.title ?? feed.feed, code);
  for (const watch of watches) await tellChanged(core, trx, watch);
};

/** What goes on in a feed is known from its first reading on. */
const tellLooked = async (core: AlertsCore, trx: Trx, source: AlertSource, feed: FeedTable): Promise<void> => {
  const open = await listOpenAlerts(trx, source, feed.id, core.log);
  for (const watch of await listWatches(trx, { source: source.name, feed: feed.feed })) {
    await tellChanged(core, trx, watch, countFitting(source, watch, open));
  }
};

const slower = (left: number | undefined): number => {
  if (left === undefined || left >= FEW_READS) return 1;
  return left >= NO_READS ? 2 : 4;
};
