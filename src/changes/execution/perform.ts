import { z } from 'zod';
import { VendorError } from '../../api/errors/errors.ts';
import { STEWARD } from '../../audit/chain.ts';
import type { JobKind, JobOutcome } from '../../jobs/jobs.ts';
import { iso, SECOND } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Trx } from '../../storage/database.ts';
import type { Change, ChangeState, Decision } from '../change.ts';
import { type Confirmation, failedBy } from '../change-kind.ts';
import type { ChangesCore, Step } from '../core.ts';
import { type Stopped, stoppedBy } from '../decision/review.ts';
import { findChange, listDecisions } from '../repository.ts';
import { endWhereAltered } from '../seal/seal.ts';
import { goesOnce, mayHaveArrived, neverLeft, RECONCILE_WINDOW_MS } from './at-most-once.ts';
import { stop } from './finish.ts';
import {
  conclude,
  giveUp,
  mergeObserved,
  pause,
  readCurrentState,
  reconcile,
  reconcileLater,
  writeStep,
} from './reconcile.ts';

const PERFORM = 'changes.perform';
/** `looks`: how many times reading has not settled it yet. */
const payload = z.object({ change: z.string(), looks: z.number().default(0) });
/** One try, the client's own quick repeats included. */
const CALL_DEADLINE_MS = 30 * SECOND;

export const schedulePerform = (core: ChangesCore, trx: Trx, change: Change, dueAt: number): Promise<void> =>
  core.jobs.schedule(trx, { kind: PERFORM, key: `${PERFORM}:${change.id}`, dueAt, payload: { change: change.id } });

const CARRIED_OUT: ReadonlySet<ChangeState> = new Set(['approved', 'doing', 'unconfirmed']);

/**
 * Carries out what was approved, from the row alone: after any crash the same GUID and the same bytes go out again, but for
 * what may reach the vendor once only, and where an answer was lost, reading decides. What the policy of the moment does not
 * let go out is not sent. By `finishBy` at the latest people see how it ended, even where the vendor asked to be left alone
 * for longer: then there is one last look. What is unconfirmed is looked at for another day.
 */
export const performJob = (core: ChangesCore): JobKind<z.infer<typeof payload>> => ({
  name: PERFORM,
  payload,
  maxAttempts: 1_000,
  async handle({ change: id, looks }, run) {
    const change = await findChange(core.database.db, id);
    if (!change || !CARRIED_OUT.has(change.state)) return { end: 'done' };
    if (await endWhereAltered(core, change)) return { end: 'done' };
    if (change.state === 'unconfirmed') return reconcileLater(core, change, run.id);
    const finishBy = change.finishBy ?? 0;
    if (core.clock.now() >= finishBy) return giveUp(core, change, run.id);
    if (change.phase === 'send' && change.maybeSent && goesOnce(change)) return doubt(core, change);
    const outcome = await (change.phase === 'send'
      ? send(core, change, run.id)
      : reconcile(core, change, looks, run.id));
    return 'again' in outcome ? { ...outcome, again: Math.min(outcome.again, finishBy) } : outcome;
  },
});

/** Sent twice without an answer, a look may save the third time. */
const TRIES_BEFORE_LOOKING = 2;

const send = async (core: ChangesCore, change: Change, correlation: string): Promise<JobOutcome> => {
  if (change.maybeSent && change.attempts >= TRIES_BEFORE_LOOKING) {
    const seen = await readCurrentState(core, change, correlation);
    if (seen.is === 'done') return conclude(core, change, seen, correlation);
  }
  const kind = core.kindOf(change.kind);
  const decisions = await listDecisions(core.database.db, change.id);
  const stopped = stoppedNow(core, change, decisions);
  if (stopped) return stopOrLook(core, change, stopped, correlation);
  let before: Confirmation['seen'];
  try {
    before = await kind.checkBefore?.(change, core.context(core.database.db, correlation));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.retryable) return { again: core.clock.now() + pauseBefore(change, error) };
    return conclude(
      core,
      change,
      change.maybeSent ? { is: 'unsettled', arrived: false } : failedBy(error),
      correlation,
    );
  }
  // The mark goes first: after a crash in the middle of the call we know that it may have arrived.
  const marked = await writeStep(core, change, {
    patch: { state: 'doing', attempts: change.attempts + 1, maybe_sent: 1, ...mergeObserved(change, before) },
    actor: STEWARD,
    event: 'sending',
    detail: { attempt: change.attempts + 1 },
  });
  if (!marked?.frozen) return { again: core.clock.now() };
  if (await endWhereAltered(core, marked)) return { end: 'done' };
  // A pause, a sign-in or a limit may keep the call from leaving: the policy is asked at the last moment.
  const late = lateLook(core, marked, decisions);
  try {
    const { beforeTry } = late;
    const answer = await core.vendor.callFrozen(marked.frozen, {
      deadlineMs: CALL_DEADLINE_MS,
      correlation,
      beforeTry,
    });
    return await conclude(core, marked, kind.readAnswer(answer), correlation);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (late.stopped()) {
      if (!late.doubtful()) await writeStep(core, marked, notSent(change, error.code));
      return { again: core.clock.now() };
    }
    if (error instanceof VendorError && goesOnce(change) && mayHaveArrived(error)) return doubt(core, marked);
    if (error instanceof VendorError && (error.retryable || error.arrived === 'maybe') && mayGoAgain(change, error)) {
      if (error.arrived === 'no') await writeStep(core, marked, notSent(change, error.code));
      return { again: core.clock.now() + pause(change.attempts, error.retryAfterMs) };
    }
    if (error.retryable && !(error instanceof VendorError)) throw error;
    return conclude(core, marked, verdictOn(core, change, error), correlation);
  }
};

const stoppedNow = (core: ChangesCore, change: Change, decisions: readonly Decision[]): Stopped | undefined =>
  stoppedBy(core.policy.current(), core.kindOf(change.kind), change, decisions, core.clock.now());

/** Ends the call before a try that the policy of that moment does not let go out; `doubtful` once an earlier one may have arrived. */
const lateLook = (core: ChangesCore, change: Change, decisions: readonly Decision[]) => {
  let stopped: Stopped | undefined;
  let doubtful = false;
  return {
    stopped: () => stopped !== undefined,
    doubtful: () => doubtful,
    beforeTry: async (_attempt: number, doubt: boolean): Promise<void> => {
      doubtful ||= doubt;
      stopped = stoppedNow(core, change, decisions);
      if (stopped) throw new AppError(stopped);
    },
  };
};

/** It may not go out any more. Where an earlier try may have arrived, nothing is sent again and reading decides. */
const stopOrLook = async (
  core: ChangesCore,
  change: Change,
  why: Stopped,
  correlation: string,
): Promise<JobOutcome> => {
  if (change.maybeSent) return conclude(core, change, { is: 'unsettled', arrived: false }, correlation);
  const ended = await stop(core, change, { ...why, correlation });
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

/** Nothing was sent: what could not be read before is read again, and no more often than a call would be repeated. */
const pauseBefore = ({ attempts }: Change, error: AppError): number =>
  pause(Math.max(attempts, TRIES_BEFORE_LOOKING), error instanceof VendorError ? error.retryAfterMs : undefined);

const mayGoAgain = (change: Change, error: VendorError): boolean => !goesOnce(change) || neverLeft(error);

/** What must not arrive twice may have arrived: from here on it is only looked for, and soon a person is asked. */
const doubt = async (core: ChangesCore, change: Change): Promise<JobOutcome> => {
  const now = core.clock.now();
  const moved = await writeStep(core, change, {
    patch: {
      state: 'doing',
      phase: 'look',
      finish_by: iso(Math.min(change.finishBy ?? now, now + RECONCILE_WINDOW_MS)),
    },
    actor: STEWARD,
    event: 'not sent again',
  });
  return { again: now + (moved ? SECOND : 0) };
};

/**
 * A final no. To a call whose earlier answer was lost it is no word about that one, unless the vendor looked at the request
 * itself; and a yes that cannot be read is still a yes.
 */
const verdictOn = (core: ChangesCore, before: Change, error: AppError): Confirmation => {
  if (!(error instanceof VendorError)) {
    if (before.maybeSent) return { is: 'unsettled', arrived: false };
    return { is: 'failed', failure: { code: error.code, text: error.textKey, values: {}, rules: [] } };
  }
  if (error.arrived === 'yes' && error.status < 400) return { is: 'unsettled', arrived: true };
  const looked = error.arrived === 'yes' && (error.status === 400 || error.status === 409);
  if (before.maybeSent && !looked) return { is: 'unsettled', arrived: false };
  return core.kindOf(before.kind).readError(error, before);
};

/** It provably did not arrive, so what was known before the try is what is known now. */
const notSent = (before: Change, code: string): Step => ({
  patch: { state: 'doing', maybe_sent: before.maybeSent ? 1 : 0 },
  actor: STEWARD,
  event: 'not sent',
  detail: { code },
});
