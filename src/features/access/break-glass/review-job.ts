import { z } from 'zod';
import { redrawCards } from '#engine/changes/card/posted-card.ts';
import type { Change } from '#engine/changes/change.ts';
import { notifiableFrom } from '#engine/changes/notices/settings.ts';
import { settingsOf } from '#engine/changes/notices/store.ts';
import { findChange } from '#engine/changes/repository.ts';
import type { Services } from '#features/feature.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';
import { DAY } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import { grantTerms } from '../terms.ts';
import { mayReview, reviewersOf } from './review.ts';
import { countReminder, findUse, reviewSubject, type Use } from './store.ts';

const REVIEW_JOB = 'access.review';
const payload = z.object({ change: z.string() });

/** One job for each review: it reminds until somebody has reviewed. */
export const scheduleReview = (jobs: Pick<Jobs, 'schedule'>, trx: Trx, change: string, now: number): Promise<void> =>
  jobs.schedule(trx, { kind: REVIEW_JOB, key: `${REVIEW_JOB}:${change}`, dueAt: now, payload: { change } });

type Times = Pick<Use, 'usedAt' | 'dueAt'>;

/** When a reminder comes: at half of the time, when the review is overdue, and every day from then on. @param count from 1 */
export const reminderTime = ({ usedAt, dueAt }: Times, count: number): number =>
  count === 1 ? usedAt + Math.floor((dueAt - usedAt) / 2) : dueAt + (count - 2) * DAY;

/** How many reminders are due or past at this moment. */
export const remindersUntil = (times: Times, now: number): number => {
  if (now < reminderTime(times, 1)) return 0;
  return now < times.dueAt ? 1 : 2 + Math.floor((now - times.dueAt) / DAY);
};

/**
 * Reminds the reviewers; after a standstill once, not for each reminder that was missed.
 * When it becomes overdue, the operators are told once.
 */
export const reviewJob = (services: Services): JobKind<unknown> => ({
  name: REVIEW_JOB,
  payload,
  maxAttempts: 1_000,
  async handle(given) {
    const { change: id } = payload.parse(given);
    const { database, clock } = services;
    const [use, change] = [await findUse(database.db, id), await findChange(database.db, id)];
    if (use?.state !== 'due' || !change) return { end: 'done' };
    const count = remindersUntil(use, clock.now());
    if (count > use.reminders) await database.transaction((trx) => remind(services, trx, { use, change, count }));
    return { again: reminderTime(use, Math.max(count, use.reminders) + 1) };
  },
});

const remind = async (
  services: Services,
  trx: Trx,
  { use, change, count }: { readonly use: Use; readonly change: Change; readonly count: number },
): Promise<void> => {
  const { clock, outbox, policy, jobs } = services;
  const isNewlyOverdue = use.overdueAt === undefined && clock.now() >= use.dueAt;
  const counted = await countReminder(trx, use, count, isNewlyOverdue ? clock.now() : undefined);
  if (!counted) return;
  const subject = reviewSubject(use.change);
  await outbox.touch(trx, subject, counted.version);
  for (const { objectId } of reviewersOf(policy.current(), use.person)) {
    await scheduleReminder(jobs, trx, { change: use.change, person: objectId, count }, clock.now());
  }
  if (isNewlyOverdue) await tellOverdue(services, trx, change);
};

const tellOverdue = async ({ outbox, audit, policy }: Services, trx: Trx, change: Change): Promise<void> => {
  const { id, ref, requester } = change;
  const { role, place } = grantTerms.parse(change.terms);
  await redrawCards(outbox, trx, id);
  const current = policy.current();
  const operators = current.conversation(current.operators ?? '');
  if (operators) {
    const to = { conversation: operators.id };
    await outbox.notify(trx, to, operators.language, 'access.breakGlass.overdue', {
      ref,
      who: requester.name,
      role: role.title,
      place: place.title,
    });
  }
  await audit.append(trx, { target: id, actor: STEWARD, event: 'review overdue', detail: {} });
};

const REMINDER_JOB = 'access.reviewReminder';
const reminderPayload = z.object({ change: z.string(), person: z.string(), count: z.number() });
type Reminder = z.infer<typeof reminderPayload>;

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
  payload: reminderPayload,
  maxAttempts: 1_000,
  async handle(given) {
    const { change, person, count } = reminderPayload.parse(given);
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
