import { z } from 'zod';
import type { JobKind, JobOutcome } from '../jobs/jobs.ts';
import { DAY, iso, MINUTE, SECOND } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
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
 * where an answer was lost, reading decides. By `finishBy` at the latest people see how it ended; what is unconfirmed
 * then is looked at for another day.
 */
export const performJob = (core: Core): JobKind<z.infer<typeof payload>> => ({
  name: PERFORM,
  payload,
  maxAttempts: 1_000,
  async handle({ change: id }, run) {
    const change = await findChange(core.database.db, id);
    if (change?.state === 'unconfirmed') return lookAgain(core, change, run.id);
    if (change?.state !== 'approved' && change?.state !== 'doing') return { end: 'done' };
    const finishBy = change.finishBy ?? 0;
    if (core.clock.now() >= finishBy) return giveUp(core, change, run.id);
    const outcome = await (change.phase === 'send' ? send(core, change, run.id) : settle(core, change, run.id));
    return 'again' in outcome ? { again: Math.min(outcome.again, finishBy) } : outcome;
  },
});

/** Changes the row; undefined means that somebody else did meanwhile, and the job looks again at once. */
const write = async (core: Core, change: Change, step: Step): Promise<Change | undefined> => {
  const moved = await core.database.transaction((trx) => advance(core, trx, change, step));
  core.outbox.wake();
  return moved;
};

/** Sent twice without an answer, a look may save the third time. */
const TRIES_BEFORE_LOOKING = 2;

const send = async (core: Core, change: Change, correlation: string): Promise<JobOutcome> => {
  if (change.maybeSent && change.attempts >= TRIES_BEFORE_LOOKING) {
    const seen = await look(core, change, correlation);
    if ('is' in seen && seen.is === 'done') return conclude(core, change, seen, correlation);
  }
  // The mark goes first: after a crash in the middle of the call we know that it may have arrived.
  const marked = await write(core, change, {
    patch: { state: 'doing', attempts: change.attempts + 1, maybe_sent: 1 },
    actor: STEWARD,
    event: 'sending',
    detail: { attempt: change.attempts + 1 },
  });
  if (!marked?.frozen) return { again: core.clock.now() };
  try {
    const answer = await core.vendor.callFrozen(marked.frozen, { deadlineMs: CALL_DEADLINE_MS, correlation });
    return await conclude(core, marked, core.kindOf(change.kind).read(answer), correlation);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error instanceof VendorError && (error.retryable || error.arrived === 'maybe')) {
      if (error.arrived === 'no') await write(core, marked, notSent(change, error));
      return { again: core.clock.now() + pause(change.attempts, error.retryAfterMs) };
    }
    if (error.retryable) throw error;
    return conclude(core, marked, verdictOn(core, change, error), correlation);
  }
};

/**
 * A final no. To a call whose earlier answer was lost it is no word about that one, unless the vendor looked at the request
 * itself; and a yes that cannot be read is still a yes.
 */
const verdictOn = (core: Core, before: Change, error: AppError): Verdict => {
  if (!(error instanceof VendorError)) {
    if (before.maybeSent) return { is: 'unsettled', arrived: false };
    return { is: 'failed', failure: { code: error.code, text: error.textKey, values: {}, rules: [] } };
  }
  if (error.arrived === 'yes' && error.status < 400) return { is: 'unsettled', arrived: true };
  const looked = error.status === 400 || error.status === 409;
  if (before.maybeSent && !looked) return { is: 'unsettled', arrived: false };
  return core.kindOf(before.kind).judge(error, before);
};

/** It provably did not arrive, so what was known before the try is what is known now. */
const notSent = (before: Change, error: VendorError): Step => ({
  patch: { state: 'doing', maybe_sent: before.maybeSent ? 1 : 0 },
  actor: STEWARD,
  event: 'not sent',
  detail: { code: error.code },
});

/** What reading says; a vendor that cannot be read says nothing, and when to ask again. */
const look = async (core: Core, change: Change, correlation: string): Promise<Verdict | { readonly again: number }> => {
  const context = core.context(core.database.db, correlation);
  try {
    return await core.kindOf(change.kind).settle(change, context);
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    return { again: core.clock.now() + pause(change.attempts, error.retryAfterMs) };
  }
};

const settle = async (core: Core, change: Change, correlation: string): Promise<JobOutcome> => {
  const verdict = await look(core, change, correlation);
  if ('again' in verdict) return verdict;
  if (verdict.is === 'unsettled') return { again: core.clock.now() + pause(change.attempts) };
  return conclude(core, change, verdict, correlation);
};

const conclude = async (core: Core, change: Change, verdict: Verdict, correlation: string): Promise<JobOutcome> => {
  if (verdict.is === 'unsettled') {
    const patch = { state: 'doing' as const, phase: verdict.arrived ? 'arrived' : 'look' };
    const moved = await write(core, change, { patch, actor: STEWARD, event: 'reading decides' });
    return { again: core.clock.now() + (moved ? SECOND : 0) };
  }
  const ended =
    verdict.is === 'done' ? await finish(core, change) : await fail(core, change, { ...verdict.failure, correlation });
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

/** The time is up. What provably never arrived has failed; of all else one last look decides, or nobody knows. */
const giveUp = async (core: Core, change: Change, correlation: string): Promise<JobOutcome> => {
  if (change.maybeSent) {
    const seen = await look(core, change, correlation);
    if ('is' in seen && seen.is !== 'unsettled') return conclude(core, change, seen, correlation);
    await unconfirmed(core, change, correlation);
    return { again: core.clock.now() + LOOK_EVERY_MS };
  }
  const values = { by: iso(change.finishBy ?? 0) };
  const ended = await fail(core, change, {
    code: 'Change.TimeUp',
    text: 'changes.failure.timeUp',
    values,
    rules: [],
    correlation,
  });
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

const LOOK_EVERY_MS = 5 * MINUTE;
const LOOK_FOR_MS = DAY;

/** Lists lag: what was unconfirmed may be seen later, and then the card says so. */
const lookAgain = async (core: Core, change: Change, correlation: string): Promise<JobOutcome> => {
  const seen = await look(core, change, correlation);
  if ('is' in seen && seen.is === 'done') return conclude(core, change, seen, correlation);
  const next = core.clock.now() + LOOK_EVERY_MS;
  return next < (change.finishBy ?? 0) + LOOK_FOR_MS ? { again: next } : { end: 'done' };
};

/** Quick at first, so that people see the end of it while they look; then up to a minute. Never before Retry-After. */
const pause = (attempts: number, retryAfterMs = 0): number =>
  Math.max(retryAfterMs, Math.min(SECOND * 2 ** Math.min(attempts, 6), MINUTE));
