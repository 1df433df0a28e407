import { z } from 'zod';
import { stableName } from '../../lib/short-name.ts';
import type { Run } from './run.ts';
import { sayConsumer } from './say.ts';

/**
 * Synchronizations for one consumer that failed in a row: what is worth telling. It is open until one completes. Of people
 * it holds a name only where the vendor tells no tenant. Moments in milliseconds since 1970.
 */
export const failure = z.object({
  key: z.string(),
  /** The policy's name and title of the share. */
  share: z.object({ key: z.string(), title: z.string() }),
  subscription: z.string(),
  /** As people call it; empty where nothing is told. */
  consumer: z.string(),
  open: z.boolean(),
  /** How many failed in a row. */
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
  /** The end of the newest synchronization that was looked at: everything up to it is told. */
  seenTo: z.number(),
  /** Made up, for `test alert`. */
  made: z.boolean().optional(),
});
export type Failure = z.infer<typeof failure>;

/** The share that the list is of. */
export interface Listed {
  readonly feed: string;
  readonly share: Failure['share'];
  readonly subscription: string;
}

/** Whoever receives it: the tenant, for what one person of it began another one may have mended. */
const consumerOf = ({ consumer }: Run): string =>
  consumer.tenant || sayConsumer({ ...consumer, email: consumer.name === '' ? consumer.email : '' });

/** When it was known how it ended. */
const endOf = ({ endedAt, startedAt }: Run): number => endedAt ?? startedAt ?? Number.NaN;

/**
 * Follows each consumer's synchronizations from what is known of them: a failure begins a row of failures or makes it
 * longer, one that completed ends it; nothing else does either.
 * @param known rows that are open, and those that ended since the list begins
 * @returns every row that was known or is found, as it stands now
 */
export const follow = (runs: readonly Run[], known: readonly Failure[], listed: Listed): readonly Failure[] => {
  const rows = new Map<string, Failure[]>();
  for (const row of [...known].sort((a, b) => a.seenTo - b.seenTo)) {
    // The policy may have named the share anew since.
    rows.set(row.consumer, [...(rows.get(row.consumer) ?? []), { ...row, share: listed.share }]);
  }
  for (const run of told(runs)) {
    const consumer = consumerOf(run);
    const own = rows.get(consumer) ?? [];
    const last = own.at(-1);
    if (last && endOf(run) <= last.seenTo) continue;
    const next = step(last, run, consumer, listed);
    if (next) rows.set(consumer, [...(last?.open ? own.slice(0, -1) : own), next]);
  }
  return [...rows.values()].flat();
};

/** Those that tell something, each once, in the order in which they ended. */
const told = (runs: readonly Run[]): readonly Run[] =>
  [...new Map(runs.map((run) => [run.id, run])).values()]
    .filter((run) => (run.outcome === 'failed' || run.outcome === 'completed') && !Number.isNaN(endOf(run)))
    .sort((a, b) => endOf(a) - endOf(b) || a.id.localeCompare(b.id));

const step = (row: Failure | undefined, run: Run, consumer: string, listed: Listed): Failure | undefined => {
  const at = endOf(run);
  if (run.outcome === 'completed') return row?.open ? { ...row, open: false, seenTo: at } : undefined;
  const { mode, durationMs, status, message } = run;
  const last = {
    ...{ at, status, message },
    ...(mode === undefined ? {} : { mode }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
  if (row?.open) return { ...row, failures: row.failures + 1, last, seenTo: at };
  const { feed, share, subscription } = listed;
  // Known by the first one that failed.
  const key = stableName('SYNC', `${feed} ${run.id.toLowerCase()}`);
  return { key, share, subscription, consumer, open: true, failures: 1, first: at, last, seenTo: at };
};
