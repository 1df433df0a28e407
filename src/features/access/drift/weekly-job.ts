import { z } from 'zod';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { nextWeekly } from '#platform/lib/local-time.ts';
import { driftCard } from '../cards/drift-card.ts';
import { driftTimeOf } from '../policy.ts';
import { type Drift, findDrift, recordDrift } from './find-drift.ts';
import { mismatchSchema } from './mismatch.ts';
import { acknowledgedMarks, beginReport, dropPlanned, findReport, plannedReports, planReport } from './store.ts';

const WEEKLY = 'access.drift';

/** Subject kind of the outbox: one weekly report. */
export const DRIFT_REPORT = 'accessDrift';

/** A report as it is stored. */
export const storedDrift = z.object({
  mismatches: z.array(mismatchSchema),
  /** Titles of places that could not be read. */
  unread: z.array(z.string()),
});
export type StoredDrift = z.infer<typeof storedDrift>;

/** What nobody keeps. */
export const openDrift = async (services: Services, { mismatches, unread }: Drift): Promise<StoredDrift> => {
  const marks = mismatches.map(({ mark }) => mark);
  const acknowledged = await acknowledgedMarks(services.database.db, marks);
  return {
    mismatches: mismatches.filter(({ mark }) => !acknowledged.has(mark)),
    unread: unread.map(({ title }) => title),
  };
};

/** Starts the job where the policy wants a weekly report, now and whenever the policy changes. */
export const startWeekly = (services: Services): void => {
  const { jobs, policy, database, clock, log } = services;
  const plan = (): void => {
    if (driftTimeOf(policy.current()) === undefined) return;
    jobs
      .schedule(database.db, { kind: WEEKLY, key: WEEKLY, dueAt: clock.now(), payload: {} })
      .catch((error: unknown) => log.warn('weekly comparison of access not planned', { error }));
  };
  plan();
  policy.onChange(plan);
};

/** A vendor that cannot be read is tried so often before the report says so. */
const MOST_TRIES = 8;

/**
 * Posts one report a week at most, whatever process runs it. A report that fell due while Steward was stopped is posted at its
 * next start; the first one comes at its time, not when the policy is changed.
 */
export const weeklyJob = (services: Services): JobKind<unknown> => ({
  name: WEEKLY,
  payload: z.object({}),
  maxAttempts: 100,
  async handle(_payload, { now, attempt }) {
    const { database, policy } = services;
    const time = driftTimeOf(policy.current());
    if (!time) {
      await dropPlanned(database.db);
      return { end: 'done' };
    }
    const due = (await plannedReports(database.db)).find((id) => Date.parse(id) <= now);
    if (due !== undefined) await post(services, due, attempt < MOST_TRIES);
    const next = nextWeekly(time, now);
    await database.transaction((trx) => planReport(trx, iso(next)));
    return { again: next };
  },
});

/** @param isPatient while an unread place is tried again later */
const post = async (services: Services, id: string, isPatient: boolean): Promise<void> => {
  const { database, policy, vendor, clock, outbox, log } = services;
  const current = policy.current();
  const drift = await findDrift({ policy: current, vendor, db: database.db, now: clock.now() });
  if (drift.unread.length > 0 && isPatient) {
    throw new AppError({ code: 'Access.PlaceUnread', text: 'access.drift.unreadNow', retryable: true });
  }
  await recordDrift(services, drift);
  const stored = await openDrift(services, drift);
  const conversation = current.conversation(current.operators ?? '');
  await database.transaction(async (trx) => {
    if (!(await beginReport(trx, id, JSON.stringify(stored)))) return;
    if (!conversation) return log.warn('no operators’ conversation for the comparison of access');
    await outbox.deliver(trx, {
      subject: `${DRIFT_REPORT}:${id}`,
      variant: 'report',
      to: { conversation: conversation.id },
      language: conversation.language,
      version: 1,
    });
  });
};

/** Draws a weekly report as it was found. */
export const reportRenderer = ({ database }: Services): Renderer => ({
  kind: DRIFT_REPORT,
  async render(id, _face, words) {
    const row = await findReport(database.db, id);
    if (!row?.drift_json) return undefined;
    const drift = storedDrift.parse(JSON.parse(row.drift_json));
    const summary = words.plain('access.drift.summary', { count: drift.mismatches.length });
    return { version: 1, card: driftCard(drift, 0, words), summary };
  },
});
