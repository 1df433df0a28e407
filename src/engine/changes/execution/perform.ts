import { z } from 'zod';
import { VendorError } from '#cloud/errors/errors.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import type { JobKind, JobOutcome } from '#platform/jobs/jobs.ts';
import { iso, SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Change, ChangeState, Decision } from '../change.ts';
import { type Confirmation, type Forbidden, failedBy } from '../change-kind.ts';
import type { ChangesCore, Step } from '../core.ts';
import { withCurrentMembers } from '../decision/outcome.ts';
import { type Stopped, stoppedBy, UNREAD } from '../decision/review.ts';
import { freezeOf, stoppedByFreeze } from '../freeze/store.ts';
import { type ChangePatch, findChange, listDecisions } from '../repository.ts';
import { endWhereAltered } from '../seal/altered.ts';
import { awaitSignIn, callApprover, isTokenRefused, notSentByApprover } from './approver-token.ts';
import { stop } from './finish.ts';
import {
  conclude,
  giveUp,
  mergeObserved,
  pause,
  readCurrentState,
  reconcile,
  reconcileLater,
  sendLater,
  waitingPatch,
  writeStep,
} from './reconcile.ts';
import {
  confirmationOf,
  isAtMostOnce,
  isRefused,
  isUnanswered,
  mayHaveArrived,
  neverLeft,
  RECONCILE_WINDOW_MS,
  reasonOf,
} from './refusal.ts';

const PERFORM = 'changes.perform';
/** `looks`: the number of reads without a result. */
const payload = z.object({ change: z.string(), looks: z.number().default(0) });
/** The time for one attempt, including the client's own quick retries. */
const CALL_DEADLINE_MS = 30 * SECOND;

export const schedulePerform = (core: ChangesCore, trx: Trx, change: Change, dueAt: number): Promise<void> =>
  core.jobs.schedule(trx, { kind: PERFORM, key: `${PERFORM}:${change.id}`, dueAt, payload: { change: change.id } });

const CARRIED_OUT: ReadonlySet<ChangeState> = new Set(['approved', 'doing', 'unconfirmed']);

/**
 * Executes an approved change from its row alone. After any crash the same GUID and bytes are sent again, except for calls
 * that go at most once; after a lost answer, reads decide. Nothing is sent that the current policy forbids, or that is frozen. By `finishBy`
 * people see the result, even if the vendor asked for a longer pause: then one last read is made. An unconfirmed change
 * is read for another day.
 */
export const performJob = (core: ChangesCore): JobKind<z.infer<typeof payload>> => ({
  name: PERFORM,
  payload,
  maxAttempts: 1_000,
  async handle({ change: id, looks }, run) {
    const change = await findChange(core.database.db, id);
    if (!change || !CARRIED_OUT.has(change.state)) return { end: 'done' };
    const altered = await endWhereAltered(core, change);
    if (altered) return altered;
    if (change.state === 'unconfirmed') return reconcileLater(core, change, run.id);
    const finishBy = change.finishBy ?? 0;
    if (core.clock.now() >= finishBy) return giveUp(core, change, run.id);
    if (change.phase === 'send' && change.maybeSent && isAtMostOnce(change)) return reconcileOnly(core, change);
    const outcome = await (change.phase === 'send' || change.phase === 'sign-in'
      ? send(core, change, run.id)
      : reconcile(core, change, looks, run.id));
    return 'again' in outcome ? { ...outcome, again: Math.min(outcome.again, finishBy) } : outcome;
  },
});

/** After two attempts without an answer, a read may make the third unnecessary. */
const TRIES_BEFORE_READING = 2;

const send = async (engine: ChangesCore, change: Change, correlation: string): Promise<JobOutcome> => {
  const core = await withCurrentMembers(engine, () => [change]);
  if (change.maybeSent && (change.attempts >= TRIES_BEFORE_READING || change.phase === 'sign-in')) {
    const current = await readCurrentState(core, change, correlation);
    if (current.is === 'done') return conclude(core, change, current, correlation);
  }
  const kind = core.kindOf(change.kind);
  const decisions = await listDecisions(core.database.db, change.id);
  const stopped = await stoppedNow(core, change, decisions);
  // Whether it is still allowed is unknown: it waits, as for a vendor that does not answer.
  if (stopped?.code === UNREAD) return { again: core.clock.now() + pauseBefore(change) };
  if (stopped) return stopOrReconcile(core, change, stopped, correlation);
  const inItsWay = await kind.mayGo?.(change, core.context(core.database.db, correlation));
  if (inItsWay === 'wait') return { again: core.clock.now() + pauseBefore(change) };
  if (inItsWay) return endPointless(core, change, inItsWay, correlation);
  let before: Confirmation['seen'];
  try {
    before = await kind.checkBefore?.(change, core.context(core.database.db, correlation));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.retryable) return waitBeforeSending(core, change, error);
    return conclude(
      core,
      change,
      change.maybeSent ? { is: 'unsettled', arrived: false } : failedBy(error),
      correlation,
    );
  }
  const approver = await callApprover(core, change, decisions);
  if (approver && !core.personTokens)
    return stopOrReconcile(core, change, notSentByApprover(approver.person), correlation);
  if (approver && !approver.token) return awaitSignIn(core, change, approver.person, { maybeSent: change.maybeSent });
  const instead = await kind.callInstead?.(change, core.context(core.database.db, correlation));
  // The mark comes first: after a crash during the call, it may have arrived.
  const marked = await writeStep(core, change, {
    patch: {
      state: 'doing',
      phase: 'send',
      attempts: change.attempts + 1,
      maybe_sent: 1,
      ...mergeObserved(change, before),
    },
    actor: STEWARD,
    event: 'sending',
    detail: { attempt: change.attempts + 1, ...(instead ? { instead: instead.operation } : {}) },
  });
  if (!marked?.frozen) return { again: core.clock.now() };
  const altered = await endWhereAltered(core, marked);
  if (altered) return altered;
  // A pause, a sign-in or a limit may delay the call, so the policy is checked at the last moment.
  const guard = lastGuard(core, marked);
  try {
    const { beforeTry } = guard;
    const person = approver?.token && { objectId: approver.person.objectId, token: approver.token };
    const how = { deadlineMs: CALL_DEADLINE_MS, longestWaitMs: SHORTEST_NOTED_MS, correlation, beforeTry, person };
    const answer = await core.vendor.callFrozen(instead ?? marked.frozen, how);
    return await conclude(core, marked, instead ? READ_FIRST : kind.readAnswer(answer), correlation);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (guard.stopped()) {
      if (!guard.doubtful()) await writeStep(core, marked, notSent(change, error.code));
      return { again: core.clock.now() };
    }
    if (approver && isTokenRefused(error)) {
      const { maybeSent } = change;
      return awaitSignIn(core, marked, approver.person, { maybeSent, refused: error });
    }
    if (error instanceof VendorError && isAtMostOnce(change) && mayHaveArrived(error))
      return reconcileOnly(core, marked);
    if (error instanceof VendorError && isUnanswered(error) && (!isAtMostOnce(change) || neverLeft(error))) {
      const again = core.clock.now() + pause(change.attempts, error.retryAfterMs);
      const told = waitingText(core, marked, error, again);
      if (error.arrived === 'no') await writeStep(core, marked, notSent(change, error.code, told));
      return { again };
    }
    if (error.retryable && !(error instanceof VendorError)) throw error;
    const meant = instead && isRefused(error) ? READ_FIRST : confirmationOf(core, change, error, approver);
    return meant.is === 'later'
      ? sendLater(core, marked, meant, change.maybeSent)
      : conclude(core, marked, meant, correlation);
  }
};

/** A shorter wait is over before people have read of it. */
const SHORTEST_NOTED_MS = 5 * SECOND;

/** What the card says of a wait. @param at when the call is sent again, in milliseconds since 1970 */
const waitingText = (core: ChangesCore, change: Change, error: AppError, at: number): Pick<ChangePatch, 'seen_json'> =>
  error instanceof VendorError && at - core.clock.now() >= SHORTEST_NOTED_MS
    ? waitingPatch(change, Math.min(at, change.finishBy ?? at), reasonOf(error))
    : {};

/** A read before the call has to wait. */
const waitBeforeSending = async (core: ChangesCore, change: Change, error: AppError): Promise<JobOutcome> => {
  const again = core.clock.now() + pauseBefore(change, error);
  const told = change.phase === 'send' ? waitingText(core, change, error, again) : {};
  if (told.seen_json !== undefined) await writeStep(core, change, notSent(change, error.code, told));
  return { again };
};

const READ_FIRST: Confirmation = { is: 'unsettled', arrived: false };

/** Why the policy of this moment, or a freeze, stops it. */
const stoppedNow = async (
  core: ChangesCore,
  change: Change,
  decisions: readonly Decision[],
): Promise<Stopped | undefined> => {
  const freeze = await freezeOf(core, core.database.db, change);
  if (freeze) return stoppedByFreeze(freeze);
  return stoppedBy(core.policy.current(), core.kindOf(change.kind), change, decisions, core.clock.now());
};

/** Stops the call where the policy, a freeze or another change forbids it now. `doubtful` once an earlier attempt may have arrived. */
const lastGuard = (core: ChangesCore, change: Change) => {
  const kind = core.kindOf(change.kind);
  let stopped = false;
  let doubtful = false;
  return {
    stopped: () => stopped,
    doubtful: () => doubtful,
    beforeTry: async (_attempt: number, mayHaveArrived: boolean): Promise<void> => {
      doubtful ||= mayHaveArrived;
      // An approval may have been revoked since the row was read.
      const why = await stoppedNow(core, change, await listDecisions(core.database.db, change.id));
      stopped =
        why !== undefined || (await kind.mayGo?.(change, core.context(core.database.db, change.id))) !== undefined;
      if (stopped) throw new AppError(why ?? { code: 'Change.NotNow', text: 'changes.refused.busy' });
    },
  };
};

/** Stops a forbidden change. If an earlier attempt may have arrived, reads decide. */
const stopOrReconcile = async (
  core: ChangesCore,
  change: Change,
  why: Stopped,
  correlation: string,
): Promise<JobOutcome> => {
  if (change.maybeSent) return conclude(core, change, { is: 'unsettled', arrived: false }, correlation);
  const ended = await stop(core, change, { ...why, correlation });
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

/** Another change made it pointless. If an earlier attempt may have arrived, reads decide. */
const endPointless = async (
  core: ChangesCore,
  change: Change,
  why: Forbidden,
  correlation: string,
): Promise<JobOutcome> =>
  conclude(
    core,
    change,
    change.maybeSent ? READ_FIRST : { is: 'failed', failure: { code: 'Change.Pointless', ...why, rules: [] } },
    correlation,
  );

/** Nothing was sent: the read before sending is retried, no more often than a call would be. */
const pauseBefore = ({ attempts }: Change, error?: AppError): number =>
  pause(Math.max(attempts, TRIES_BEFORE_READING), error instanceof VendorError ? error.retryAfterMs : undefined);

/** A call that goes at most once may have arrived: from now on it is only read, and soon a person is asked. */
const reconcileOnly = async (core: ChangesCore, change: Change): Promise<JobOutcome> => {
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

/** The attempt certainly did not arrive, so the earlier state holds. */
const notSent = (before: Change, code: string, told: Pick<ChangePatch, 'seen_json'> = {}): Step => ({
  patch: { state: 'doing', maybe_sent: before.maybeSent ? 1 : 0, ...told },
  actor: STEWARD,
  event: 'not sent',
  detail: { code },
});
