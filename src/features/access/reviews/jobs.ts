import { z } from 'zod';
import type { Services } from '#features/feature.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';
import { DAY, MINUTE } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import { scheduledReviews } from '../policy.ts';
import { beginAccessReview } from './begin.ts';
import { deliverCards, touchCards } from './cards.ts';
import { dropPlans, itemsOf, planFirst, planNext, plannedReviews } from './item-store.ts';
import { endReviewIn } from './outcome.ts';
import { type AccessReview, countReviewReminder, findReview } from './store.ts';

const ACCESS_REVIEW_JOB = 'access.accessReview';
const payload = z.object({ review: z.string() });

type Times = Pick<AccessReview, 'startedAt' | 'endsAt'>;

/** A review this long has a second reminder, on its last day. */
const LONG = 4 * DAY;

/** When those are reminded who have not answered: at half of the time, and a day before the end of a long review. */
const reminderTimes = ({ startedAt, endsAt }: Times): readonly number[] => [
  startedAt + Math.floor((endsAt - startedAt) / 2),
  ...(endsAt - startedAt >= LONG ? [endsAt - DAY] : []),
];

/** One job for each review: it reminds, and ends the review at its time. */
export const scheduleReviewJob = (
  jobs: Pick<Jobs, 'schedule'>,
  db: Db,
  review: Times & Pick<AccessReview, 'id'>,
): Promise<void> =>
  jobs.schedule(db, {
    ...{ kind: ACCESS_REVIEW_JOB, key: `${ACCESS_REVIEW_JOB}:${review.id}`, payload: { review: review.id } },
    dueAt: reminderTimes(review)[0] ?? review.endsAt,
  });

/** After a standstill it reminds once, not for each reminder that was missed. */
export const accessReviewJob = (services: Services): JobKind<unknown> => ({
  name: ACCESS_REVIEW_JOB,
  payload,
  maxAttempts: 1_000,
  async handle(given) {
    const { review: id } = payload.parse(given);
    const { database, clock } = services;
    const review = await findReview(database.db, id);
    if (review?.state !== 'open') return { end: 'done' };
    const now = clock.now();
    if (now >= review.endsAt) {
      await database.transaction((trx) => endReviewIn(services, trx, id));
      return { end: 'done' };
    }
    const times = reminderTimes(review);
    const due = times.filter((at) => at <= now).length;
    if (due > review.reminders) await remind(services, review, due);
    return { again: times[Math.max(due, review.reminders)] ?? review.endsAt };
  },
});

const remind = (services: Services, review: AccessReview, count: number): Promise<void> =>
  services.database.transaction(async (trx) => {
    const counted = await countReviewReminder(trx, review, count);
    if (!counted) return;
    await touchCards(services, trx, counted);
    await deliverCards(services, trx, counted, await itemsOf(trx, counted.id), `reminder ${count}`);
  });

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
