import { z } from 'zod';
import type { JobKind, NewJob } from '#platform/jobs/job.ts';
import { DAY, HOUR, iso } from '#platform/lib/clock.ts';
import type { Database } from '#platform/storage/database.ts';

const PRUNE = 'sign-in.prune';

/** Forgets the sign-ins of a day when they are over. It is scheduled with each: where there are none, there is no job. */
export const pruneJob = ({ db }: Pick<Database, 'db'>): JobKind<object> => ({
  name: PRUNE,
  payload: z.object({}),
  maxAttempts: 100,
  async handle(_payload, { now, stopping }) {
    const { pruneSignIns } = await import('./store.ts');
    await pruneSignIns(db, now, stopping);
    return { end: 'done' };
  },
});

const FORGET = 'sign-in.forget-token';
const ofToken = z.object({ signIn: z.string() });

/**
 * Forgets a person's token when nobody used its sign-in, and at the latest when it ends. It is there also where Steward no longer
 * sends anything in people's names.
 */
export const forgetTokenJob = ({ db }: Pick<Database, 'db'>): JobKind<z.infer<typeof ofToken>> => ({
  name: FORGET,
  payload: ofToken,
  maxAttempts: 1_000,
  async handle({ signIn }, { now }) {
    const row = await db
      .selectFrom('person_tokens')
      .select(['adopted', 'expires_at'])
      .where('sign_in_id', '=', signIn)
      .executeTakeFirst();
    const endsAt = row?.adopted === 1 ? Date.parse(row.expires_at) : now;
    if (endsAt > now) return { again: endsAt };
    await db.deleteFrom('person_tokens').where('sign_in_id', '=', signIn).execute();
    return { end: 'done' };
  },
});

/** @param dueAt when the sign-in is over, in milliseconds since 1970 */
export const forgetTokenLater = (signIn: string, dueAt: number): NewJob => ({
  kind: FORGET,
  key: `${FORGET}:${signIn}`,
  dueAt,
  payload: { signIn },
});

export const pruneLater = (now: number): NewJob => ({
  kind: PRUNE,
  key: `${PRUNE} ${iso(now).slice(0, 10)}`,
  dueAt: now + DAY + HOUR,
  payload: {},
});
