import { z } from 'zod';
import { notifiableFrom } from '#engine/changes/notices/settings.ts';
import { settingsOf } from '#engine/changes/notices/store.ts';
import { findChange } from '#engine/changes/repository.ts';
import type { Services } from '#features/feature.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';
import type { Trx } from '#platform/storage/database.ts';
import { mayReview } from './rights.ts';
import { findUse, reviewSubject } from './store.ts';

const REMINDER_JOB = 'access.reviewReminder';
const payload = z.object({ change: z.string(), person: z.string(), count: z.number() });
type Reminder = z.infer<typeof payload>;

/** One job for each reviewer: their latest reminder takes the place of the one before. @param dueAt milliseconds since 1970 */
export const scheduleReminder = (
  jobs: Pick<Jobs, 'schedule'>,
  trx: Trx,
  { change, person, count }: Reminder,
  dueAt: number,
): Promise<void> =>
  jobs.schedule(trx, {
    ...{ kind: REMINDER_JOB, key: `${REMINDER_JOB}:${change}/${person}`, dueAt },
    payload: { change, person, count },
  });

/** Reminds one reviewer with the review's card in their own chat, when they want to hear of it; nothing once it was reviewed. */
export const reminderJob = ({
  database,
  outbox,
  policy,
  clock,
}: Pick<Services, 'database' | 'outbox' | 'policy' | 'clock'>): JobKind<unknown> => ({
  name: REMINDER_JOB,
  payload,
  maxAttempts: 1_000,
  async handle(given) {
    const { change, person, count } = payload.parse(given);
    const settings = await settingsOf(database.db, person);
    const at = notifiableFrom(settings, clock.now());
    if (at > clock.now()) return { again: at };
    await database.transaction(async (trx) => {
      const use = await findUse(trx, change);
      if (use?.state !== 'due' || !mayReview(policy.current(), use, person)) return;
      const requester = (await findChange(trx, change))?.requester;
      await outbox.deliver(trx, {
        ...{ subject: reviewSubject(change), variant: `reminder ${count}`, to: { person } },
        ...{ version: use.version, needsAnswer: true },
        language: settings.language || requester?.language || 'en',
      });
    });
    return { end: 'done' };
  },
});
