import type { JobOutcome } from '../jobs/jobs.ts';
import { DAY, iso, MINUTE, SECOND } from '../lib/clock.ts';
import { VendorError } from '../vendor/errors.ts';
import { STEWARD } from './audit.ts';
import type { Change } from './change.ts';
import type { Verdict } from './change-kind.ts';
import { advance, type Core, type Step } from './core.ts';
import { fail, finish, unconfirmed } from './finish.ts';
import type { ChangePatch } from './repository.ts';

/** Changes the row; undefined means that somebody else did meanwhile, and the job looks again at once. */
export const write = async (core: Core, change: Change, step: Step): Promise<Change | undefined> => {
  const moved = await core.database.transaction((trx) => advance(core, trx, change, step));
  core.outbox.wake();
  return moved;
};

/** What reading says; a vendor that cannot be read says nothing, and when to ask again. */
export const look = async (
  core: Core,
  change: Change,
  correlation: string,
): Promise<Verdict | { readonly again: number }> => {
  const context = core.context(core.database.db, correlation);
  try {
    return await core.kindOf(change.kind).settle(change, context);
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    return { again: core.clock.now() + pause(change.attempts, error.retryAfterMs) };
  }
};

export const settle = async (core: Core, change: Change, looks: number, correlation: string): Promise<JobOutcome> => {
  const verdict = await look(core, change, correlation);
  if ('again' in verdict) return verdict;
  if (verdict.is !== 'unsettled') return conclude(core, change, verdict, correlation);
  const now = core.clock.now();
  const news = seenOf(verdict);
  const phase = verdict.arrived ? 'arrived' : change.phase;
  const isNews = news.seen_json !== undefined && news.seen_json !== JSON.stringify(change.seen);
  if (isNews || phase !== change.phase) {
    const patch = { state: 'doing' as const, phase, ...news };
    if (!(await write(core, change, { patch, actor: STEWARD, event: 'seen' }))) return { again: now };
  }
  const again = now + pause(change.attempts + looks, verdict.waitMs);
  return { again, payload: { change: change.id, looks: looks + 1 } };
};

/** What a verdict brings to the row beside its word. */
const seenOf = ({ seen }: Verdict): Pick<ChangePatch, 'seen_json'> =>
  seen === undefined ? {} : { seen_json: JSON.stringify(seen) };

export const conclude = async (
  core: Core,
  change: Change,
  verdict: Verdict,
  correlation: string,
): Promise<JobOutcome> => {
  if (verdict.is === 'unsettled') {
    const patch = { state: 'doing' as const, phase: verdict.arrived ? 'arrived' : 'look', ...seenOf(verdict) };
    const moved = await write(core, change, { patch, actor: STEWARD, event: 'reading decides' });
    return { again: core.clock.now() + (moved ? Math.max(SECOND, verdict.waitMs ?? 0) : 0) };
  }
  const seen = seenOf(verdict);
  const ended =
    verdict.is === 'done'
      ? await finish(core, change, seen)
      : await fail(core, change, { ...verdict.failure, correlation }, seen);
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

/** The time is up. What provably never arrived has failed; of all else one last look decides, or nobody knows. */
export const giveUp = async (core: Core, change: Change, correlation: string): Promise<JobOutcome> => {
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

/** Lists lag: what was unconfirmed may be seen later, and then the card says so; a no counts of what the vendor surely has. */
export const lookAgain = async (core: Core, change: Change, correlation: string): Promise<JobOutcome> => {
  const seen = await look(core, change, correlation);
  const ended = 'is' in seen && (seen.is === 'done' || (seen.is === 'failed' && change.phase === 'arrived'));
  if (ended) return conclude(core, change, seen, correlation);
  const next = core.clock.now() + LOOK_EVERY_MS;
  return next < (change.finishBy ?? 0) + LOOK_FOR_MS ? { again: next } : { end: 'done' };
};

/** Quick at first, so that people see the end of it while they look; then up to a minute. Never before Retry-After. */
export const pause = (attempts: number, retryAfterMs = 0): number =>
  Math.max(retryAfterMs, Math.min(SECOND * 2 ** Math.min(attempts, 6), MINUTE));
