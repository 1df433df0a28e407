import { z } from 'zod';
import type { Services } from '#features/feature.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';
import { DAY } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import { deliverCards, touchCards } from './cards.ts';
import { endReviewIn } from './end.ts';
import { itemsOf } from './item-store.ts';
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
