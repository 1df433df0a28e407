import { sql } from 'kysely';
import { iso, MINUTE } from '../lib/clock.ts';
import type { Claimable, ClaimableTable } from './claim.ts';
import type { Db } from './database.ts';

/** The clocks of processes are no further apart than this: what says otherwise was written by a clock that was wrong. */
export const SKEW_MS = MINUTE;
/** Our own pauses and retries end within this; what is due later is so by its date. */
const LONGEST_PAUSE_MS = 15 * MINUTE;
const MOST = 1_000;

export interface Due extends Pick<Claimable, 'id' | 'due_at'> {
  /** When the due time was set. */
  readonly set_at: string;
}

export interface CatchUpOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The column that says when `due_at` was set. */
  readonly setAt: string;
  /** The longest lease that is taken. */
  readonly leaseMs: number;
}

/**
 * Ends what a clock that was ahead has put off: a pause of ours is over now, and a lease ends when it would if it were taken
 * now. Else both would last for as long as that clock was ahead.
 */
export const catchUp = async <T, Name extends ClaimableTable<T>>(
  db: Db<T>,
  table: Name,
  { now, setAt, leaseMs }: CatchUpOptions,
): Promise<void> => {
  await sql`update ${sql.table(table)} set lease_until = ${iso(now + leaseMs)}
    where lease_until > ${iso(now + leaseMs + SKEW_MS)}`.execute(db);
  const { rows } = await sql<Due>`
    select id, due_at, ${sql.ref(setAt)} as set_at from ${sql.table(table)}
    where state = 'ready' and ${sql.ref(setAt)} > ${iso(now + SKEW_MS)} and due_at > ${iso(now)}
    order by due_at limit ${MOST}`.execute(db);
  const late = rows.filter(({ due_at, set_at }) => Date.parse(due_at) - Date.parse(set_at) <= LONGEST_PAUSE_MS);
  for (const { id, due_at } of late) {
    await sql`update ${sql.table(table)} set due_at = ${iso(now)}, ${sql.ref(setAt)} = ${iso(now)}
      where id = ${id} and due_at = ${due_at}`.execute(db);
  }
};

const EVERY_MS = MINUTE;

/**
 * When to catch up: at the start, as soon as the clock has gone back, and once a minute for what other processes wrote.
 * @returns whether it is time, asked with the clock's now
 */
export const createCatchUpTimes = (): ((now: number) => boolean) => {
  let next = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return (now) => {
    const isTime = now < last || now >= next;
    last = now;
    if (isTime) next = now + EVERY_MS;
    return isTime;
  };
};
