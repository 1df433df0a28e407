import { z } from 'zod';
import type { JobKind, JobOutcome } from '../jobs/jobs.ts';
import { iso, MINUTE, SECOND } from '../lib/clock.ts';
import type { Trx } from '../storage/database.ts';
import { VendorError } from '../vendor/errors.ts';
import { STEWARD } from './audit.ts';
import type { Change } from './change.ts';
import type { Verdict } from './change-kind.ts';
import { advance, type Core, type Step } from './core.ts';
import { fail, finish, unconfirmed } from './finish.ts';
import { findChange } from './repository.ts';

const PERFORM = 'changes.perform';
const payload = z.object({ change: z.string() });
/** One try, the client's own quick repeats included. */
const CALL_DEADLINE_MS = 30 * SECOND;

export const schedulePerform = (core: Core, trx: Trx, change: Change, dueAt: number): Promise<void> =>
  core.jobs.schedule(trx, { kind: PERFORM, key: `${PERFORM}:${change.id}`, dueAt, payload: { change: change.id } });

/**
 * Carries out what was approved, from the row alone: after any crash the same GUID and the same bytes go out again, and
 * where an answer was lost, reading decides. It ends by `finishBy` at the latest, always in a state that people see.
 */
export const performJob = (core: Core): JobKind<z.infer<typeof payload>> => ({
  name: PERFORM,
  payload,
  maxAttempts: 1_000,
  async handle({ change: id }, run) {
    const change = await findChange(core.database.db, id);
    if (change?.state !== 'approved' && change?.state !== 'doing') return { end: 'done' };
    const correlation = run.id;
    if (core.clock.now() >= (change.finishBy ?? 0)) return giveUp(core, change, correlation);
    return change.phase === 'settle' ? settle(core, change, correlation) : send(core, change, correlation);
  },
});

/** Changes the row; undefined means that somebody else did meanwhile, and the job looks again at once. */
const write = async (core: Core, change: Change, step: Step): Promise<Change | undefined> => {
  const moved = await core.database.transaction((trx) => advance(core, trx, change, step));
  core.outbox.wake();
  return moved;
};

const send = async (core: Core, change: Change, correlation: string): Promise<JobOutcome> => {
  const again = { again: core.clock.now() };
  // The mark goes first: after a crash in the middle of the call we know that it may have arrived.
  const marked = await write(core, change, {
    patch: { state: 'doing', attempts: change.attempts + 1, maybe_sent: 1 },
    actor: STEWARD,
    event: 'sending',
    detail: { attempt: change.attempts + 1 },
  });
  if (!marked?.frozen) return again;
  const kind = core.kindOf(change.kind);
  try {
    const answer = await core.vendor.callFrozen(marked.frozen, { deadlineMs: CALL_DEADLINE_MS, correlation });
    return await conclude(core, marked, kind.read(answer), correlation);
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    if (!error.retryable && error.arrived !== 'maybe')
      return conclude(core, marked, verdictOn(core, change, error), correlation);
    if (error.arrived === 'no') await write(core, marked, notSent(change, error));
    return { again: core.clock.now() + pause(change.attempts, error.retryAfterMs) };
  }
};

/** A no to this try is no word about an earlier one whose answer was lost, unless the vendor looked at the request itself. */
const verdictOn = (core: Core, before: Change, error: VendorError): Verdict => {
  const looked = error.status === 400 || error.status === 409;
  return before.maybeSent && !looked ? { is: 'unsettled' } : core.kindOf(before.kind).judge(error, before);
};

/** It provably did not arrive, so what was known before the try is what is known now. */
const notSent = (before: Change, error: VendorError): Step => ({
  patch: { state: 'doing', maybe_sent: before.maybeSent ? 1 : 0 },
  actor: STEWARD,
  event: 'not sent',
  detail: { code: error.code },
});

const settle = async (core: Core, change: Change, correlation: string): Promise<JobOutcome> => {
  const context = core.context(core.database.db, correlation);
  try {
    const verdict = await core.kindOf(change.kind).settle(change, context);
    if (verdict.is === 'unsettled') return { again: core.clock.now() + pause(change.attempts) };
    return await conclude(core, change, verdict, correlation);
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    return { again: core.clock.now() + pause(change.attempts, error.retryAfterMs) };
  }
};

const conclude = async (core: Core, change: Change, verdict: Verdict, correlation: string): Promise<JobOutcome> => {
  if (verdict.is === 'unsettled') {
    const patch = { state: 'doing' as const, phase: 'settle' };
    const moved = await write(core, change, { patch, actor: STEWARD, event: 'reading decides' });
    return { again: core.clock.now() + (moved ? SECOND : 0) };
  }
  const ended =
    verdict.is === 'done' ? await finish(core, change) : await fail(core, change, { ...verdict.failure, correlation });
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

const giveUp = async (core: Core, change: Change, correlation: string): Promise<JobOutcome> => {
  const failure = {
    code: 'Change.TimeUp',
    text: 'changes.failure.timeUp',
    values: { by: iso(change.finishBy ?? 0) },
    rules: [],
  };
  const ended = change.maybeSent
    ? await unconfirmed(core, change, correlation)
    : await fail(core, change, { ...failure, correlation });
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

/** Quick at first, so that people see the end of it while they look; then up to a minute. Never before Retry-After. */
const pause = (attempts: number, retryAfterMs = 0): number =>
  Math.max(retryAfterMs, Math.min(SECOND * 2 ** Math.min(attempts, 6), MINUTE));
