import { z } from 'zod';
import type { Services } from '#features/feature.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { DAY, MINUTE } from '#platform/lib/clock.ts';
import { scheduledReviews } from '../policy.ts';
import { beginAccessReview } from './begin.ts';
import { dropPlans, planFirst, planNext, plannedReviews } from './plan-store.ts';

const SCHEDULE = 'access.reviews';

/** Starts the job where the policy has reviews that begin by themselves, now and whenever the policy changes. */
export const startSchedule = (services: Services): void => {
  const { jobs, policy, database, clock, log } = services;
  const plan = (): void => {
    if (scheduledReviews(policy.current()).length === 0) return;
    jobs
      .schedule(database.db, { kind: SCHEDULE, key: SCHEDULE, dueAt: clock.now(), payload: {} })
      .catch((error: unknown) => log.warn('reviews of access not planned', { error }));
  };
  plan();
  policy.onChange(plan);
};

/** One list of the vendor's is read for so long. */
const READ_MS = MINUTE;

/**
 * Begins each review at its time, whatever process runs it; what fell due while Steward was stopped begins once, at the next start. The
 * first of a place comes one interval after the policy asked for it; a shorter interval counts from the change of the policy.
 */
export const scheduleJob = (services: Services): JobKind<unknown> => ({
  name: SCHEDULE,
  payload: z.object({}),
  maxAttempts: 1_000,
  async handle(_payload, { now }) {
    const { database, policy } = services;
    const wanted = scheduledReviews(policy.current());
    const planned = await plannedReviews(database.db);
    const keys = new Set(wanted.map(({ place }) => place));
    await dropPlans(
      database.db,
      [...planned.keys()].filter((place) => !keys.has(place)),
    );
    if (wanted.length === 0) return { end: 'done' };
    for (const { place, every } of wanted) {
      const due = planned.get(place);
      if (due === undefined) await planFirst(database.db, place, now + every);
      else if (due > now + every) await database.transaction((trx) => planNext(trx, place, due, now + every));
      else if (due <= now) await beginDue(services, place, { due, next: nextAfter(due, every, now) });
    }
    return { again: Math.min(now + DAY, ...(await plannedReviews(database.db)).values()) };
  },
});

/** The next one by the same rhythm; what was missed is left out. */
const nextAfter = (due: number, every: number, now: number): number =>
  due + every * (Math.floor((now - due) / every) + 1);

const beginDue = async (
  services: Services,
  key: string,
  { due, next }: { readonly due: number; readonly next: number },
): Promise<void> => {
  const { database, policy, clock } = services;
  const current = policy.current();
  const place = current.place(key);
  if (!place) return;
  const entry = scheduledReviews(current).find((one) => one.place === key);
  const conversation = current.conversation(entry?.report ?? current.operators ?? '');
  const begun = await beginAccessReview(
    services,
    {
      ...{ place, reportTo: conversation?.id, language: conversation?.language ?? 'en' },
      endBy: clock.now() + READ_MS,
    },
    (trx) => planNext(trx, key, due, next),
  );
  // One that somebody asked for is under way: it counts as this one.
  if (begun && !begun.isNew) await database.transaction((trx) => planNext(trx, key, due, next));
};
