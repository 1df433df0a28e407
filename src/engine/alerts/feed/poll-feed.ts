import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { DAY, SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import { type AlertsContext, notifyChanged } from '../context.ts';
import { releaseAfterPoll } from '../digest/digest-queue.ts';
import { alertsPolicy } from '../policy.ts';
import { pruneAlerts, retainedSince } from '../prune.ts';
import type { FeedTable } from '../tables.ts';
import { endDueMutes } from '../watch/mutes.ts';
import { resumeDue } from '../watch/resume.ts';
import {
  feedId,
  findFeed,
  insertFeed,
  isOpeningPoll,
  listWatches,
  recordFailedPoll,
  recordPoll,
  STALLED_AFTER,
} from '../watch/watch-store.ts';
import { listOpenAlerts, showsOpen } from './alert-store.ts';
import { ingest, type ListedItem } from './ingest.ts';
import type { AlertSource } from './source.ts';

/** Job kind: polls one feed for all its watches. */
const POLL_JOB = 'alerts.look';

/** How far back the first poll of a feed reads, to find incidents that are still open. */
const FIRST_PERIOD_MS = 30 * DAY;
/** Polls overlap: clocks differ, and a list may lag. */
const OVERLAP_MS = DAY;
/** How long items that could not be ingested are read again. */
const REREAD_MS = 3 * DAY;
/** How long a digest waits after a poll for the channel's other feeds. */
const DIGEST_DELAY_MS = 10 * SECOND;
/** Remaining reads (docs/sources.md, Errors and limits: 25 a second come back) below which polling slows down in favour of commands. */
const FEW_READS = 100;
const NO_READS = 25;

/** Batches pruned in one poll. */
const MOST_PRUNED = 10;

const payload = z.object({ source: z.string(), feed: z.string() });

/** Schedules a poll of a feed now. */
export const schedulePoll = async (context: AlertsContext, trx: Trx, source: string, feed: string): Promise<void> => {
  const now = context.clock.now();
  await insertFeed(trx, source, feed, now - FIRST_PERIOD_MS);
  await context.jobs.schedule(trx, {
    kind: POLL_JOB,
    key: `${POLL_JOB} ${feedId(source, feed)}`,
    dueAt: now,
    payload: { source, feed },
  });
};

export const pollJob = (context: AlertsContext): JobKind<z.infer<typeof payload>> => ({
  name: POLL_JOB,
  payload,
  maxAttempts: 1_000,
  async handle({ source: name, feed: key }, { now, id }) {
    const { db } = context.database;
    const feed = await findFeed(db, feedId(name, key));
    const source = context.source(name);
    const watches = await listWatches(db, { source: name, feed: key });
    if (!feed || !source) return { end: 'done' };
    // Without a reachable watch the feed is polled only while a channel shows one of its open incidents.
    if (watches.every(({ unreachable }) => unreachable !== undefined) && !(await showsOpen(db, feed.id)))
      return { end: 'done' };
    const { every, atMost } = alertsPolicy(context.policy.current());
    try {
      const left = await pollFeed(context, source, feed, now, id);
      return { again: context.clock.now() + Math.min(every * slowdown(left), atMost) };
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'Alerts.Fault';
      context.log.warn('feed not read', { job: id, code, count: feed.failures + 1, error });
      await context.database.transaction(async (trx) => {
        await recordFailedPoll(trx, feed, code);
        if (feed.failures + 1 === STALLED_AFTER) await notifyStalled(context, trx, feed, code);
      });
      return { again: context.clock.now() + Math.min(every * 2 ** Math.min(feed.failures, 9), atMost) };
    }
  },
});

/** @returns the remaining reads, if the vendor says */
const pollFeed = async (
  context: AlertsContext,
  source: AlertSource,
  feed: FeedTable,
  now: number,
  correlation: string,
) => {
  let left: number | undefined;
  const items: unknown[] = [];
  const sourceContext = {
    vendor: context.vendor,
    policy: context.policy.current(),
    correlation,
    now,
    remainingReads: (reads: number) => {
      left = reads;
    },
    known: async (from: number) =>
      (await listOpenAlerts(context.database.db, source, feed.id, context.log, from)).map(({ item }) => item),
  };
  for await (const item of source.list(feed.feed, Date.parse(feed.since), sourceContext)) items.push(item);
  const lost = await ingestAll(context, source, feed, items);
  await context.database.transaction(async (trx) => {
    await recordPoll(trx, feed, lost === 0 ? now - OVERLAP_MS : rereadFrom(feed, now), context.clock.now());
    await releaseAfterPoll(trx, context.jobs, feed.id, context.clock.now() + DIGEST_DELAY_MS);
    if (feed.failures >= STALLED_AFTER) await notifyStalled(context, trx, feed, undefined);
    await notifyFirstPoll(context, trx, feed);
  });
  await pruneOld(context, source.name, retainedSince(sourceContext.policy, now));
  await resumeDue(context, source.name, feed.feed);
  await endDueMutes(context, source.name, feed.feed);
  return left;
};

/** In small transactions, so that others wait only briefly. */
const pruneOld = async ({ database, outbox }: AlertsContext, source: string, before: number): Promise<void> => {
  for (let parts = 0; parts < MOST_PRUNED; parts += 1) {
    if (!(await database.transaction((trx) => pruneAlerts(trx, outbox, source, before)))) return;
  }
};

/** Ingests each item by itself. @returns the number of items that failed */
const ingestAll = async (
  context: AlertsContext,
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
      context.log.error('incident not ingested', { reason: key, count: lost, error });
      return undefined;
    }
  };
  const listed: ListedItem[] = [];
  for (const item of items) {
    const signal = await attempt(feed.id, () => source.signal(item));
    if (signal) listed.push({ source, feed, item, signal });
  }
  // An item that explains an incident comes after it; the rest by urgency.
  listed.sort(
    (a, b) =>
      Number(a.signal.explains !== undefined) - Number(b.signal.explains !== undefined) ||
      a.signal.rank - b.signal.rank,
  );
  for (const item of listed) await attempt(item.signal.key, () => ingest(context, item));
  return lost;
};

/** The watermark after a poll with items that could not be ingested. */
const rereadFrom = (feed: FeedTable, now: number): number => Math.max(Date.parse(feed.since), now - REREAD_MS);

/** Notifies the operators and the feed's watches that it is stalled (with a code) or has recovered. */
const notifyStalled = async (
  context: AlertsContext,
  trx: Trx,
  feed: FeedTable,
  code: string | undefined,
): Promise<void> => {
  const watches = await listWatches(trx, { source: feed.source, feed: feed.feed });
  for (const listener of context.stalledListeners) await listener(trx, watches[0]?.title ?? feed.feed, code);
  for (const watch of watches) await notifyChanged(context, trx, watch);
};

/** After the first poll since a watch was set up, its card can list what was open. */
const notifyFirstPoll = async (context: AlertsContext, trx: Trx, feed: FeedTable): Promise<void> => {
  for (const watch of await listWatches(trx, { source: feed.source, feed: feed.feed })) {
    if (isOpeningPoll(feed, watch)) await notifyChanged(context, trx, watch);
  }
};

const slowdown = (left: number | undefined): number => {
  if (left === undefined || left >= FEW_READS) return 1;
  return left >= NO_READS ? 2 : 4;
};
