import { z } from 'zod';
import { stableReference } from '#platform/lib/ids.ts';
import { formatConsumer } from './format.ts';
import type { Synchronization } from './synchronization.ts';

/**
 * Consecutive failed synchronizations for one consumer; open until one completes. The consumer is the tenant, or a person
 * where the vendor sends no tenant. Times are milliseconds since 1970.
 */
export const failure = z.object({
  key: z.string(),
  /** The policy's name and title of the share. */
  share: z.object({ key: z.string(), title: z.string() }),
  subscription: z.string(),
  /** Display name; empty where the vendor sends none. */
  consumer: z.string(),
  open: z.boolean(),
  /** Number of failures in a row. */
  failures: z.int(),
  /** When the first one failed. */
  first: z.number(),
  last: z.object({
    at: z.number(),
    status: z.string(),
    mode: z.string().optional(),
    durationMs: z.number().optional(),
    message: z.string(),
  }),
  /** End of the newest synchronization that was evaluated. */
  seenTo: z.number(),
  /** Made up, for `test alert`. */
  made: z.boolean().optional(),
});
export type Failure = z.infer<typeof failure>;

/** The share whose synchronizations are listed. */
interface ListedShare {
  readonly feed: string;
  readonly share: Failure['share'];
  readonly subscription: string;
}

/** The tenant where known: one person's failed synchronization may be repeated by another of the same tenant. */
const consumerOf = ({ consumer }: Synchronization): string =>
  consumer.tenant || formatConsumer({ ...consumer, email: consumer.name === '' ? consumer.email : '' });

/** End time, or start time where the vendor sends no end. */
const endOf = ({ endedAt, startedAt }: Synchronization): number => endedAt ?? startedAt ?? Number.NaN;

/**
 * Updates the failures of each consumer. A failed synchronization opens a failure or adds to its count; a completed one
 * closes it; no other state has an effect.
 * @param known open failures, and those closed since the start of the list
 * @returns known and new failures in their current state
 */
export const trackFailures = (
  synchronizations: readonly Synchronization[],
  known: readonly Failure[],
  listed: ListedShare,
): readonly Failure[] => {
  const rows = new Map<string, Failure[]>();
  for (const row of [...known].sort((a, b) => a.seenTo - b.seenTo)) {
    // The policy's name or title of the share may have changed.
    rows.set(row.consumer, [...(rows.get(row.consumer) ?? []), { ...row, share: listed.share }]);
  }
  for (const sync of finished(synchronizations)) {
    const consumer = consumerOf(sync);
    const own = rows.get(consumer) ?? [];
    const last = own.at(-1);
    if (last && endOf(sync) <= last.seenTo) continue;
    const next = nextFailure(last, sync, consumer, listed);
    if (next) rows.set(consumer, [...(last?.open ? own.slice(0, -1) : own), next]);
  }
  return [...rows.values()].flat();
};

/** Failed and completed synchronizations, without duplicates, by end time. */
const finished = (synchronizations: readonly Synchronization[]): readonly Synchronization[] =>
  [...new Map(synchronizations.map((sync) => [sync.id, sync])).values()]
    .filter((sync) => (sync.state === 'failed' || sync.state === 'completed') && !Number.isNaN(endOf(sync)))
    .sort((a, b) => endOf(a) - endOf(b) || a.id.localeCompare(b.id));

const nextFailure = (
  row: Failure | undefined,
  sync: Synchronization,
  consumer: string,
  listed: ListedShare,
): Failure | undefined => {
  const at = endOf(sync);
  if (sync.state === 'completed') return row?.open ? { ...row, open: false, seenTo: at } : undefined;
  const { mode, durationMs, status, message } = sync;
  const last = {
    ...{ at, status, message },
    ...(mode === undefined ? {} : { mode }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
  if (row?.open) return { ...row, failures: row.failures + 1, last, seenTo: at };
  const { feed, share, subscription } = listed;
  // The first failed synchronization identifies the failure.
  const key = stableReference('SYNC', `${feed} ${sync.id.toLowerCase()}`);
  return { key, share, subscription, consumer, open: true, failures: 1, first: at, last, seenTo: at };
};
