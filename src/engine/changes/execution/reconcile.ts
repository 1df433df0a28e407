import { z } from 'zod';
import { VendorError } from '#cloud/errors/errors.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import type { JobOutcome } from '#platform/jobs/jobs.ts';
import { iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { redrawNow } from '../card/posted-card.ts';
import { type Change, type Decision, type Failure, reconcileUntil } from '../change.ts';
import type { Confirmation } from '../change-kind.ts';
import { advance, type ChangesCore, type Step } from '../core.ts';
import { type Stopped, stoppedBy, UNREAD } from '../decision/review.ts';
import { type ChangePatch, listDecisions } from '../repository.ts';
import { approverOf } from './approver-token.ts';
import { fail, finish, unconfirmed } from './finish.ts';
import { lastRefusal, type NextTry } from './refusal.ts';

/** Updates the row; undefined if another update came first, and the job checks again at once. */
export const writeStep = (core: ChangesCore, change: Change, step: Step): Promise<Change | undefined> =>
  core.database.transaction((trx) => advance(core, trx, change, step));

/** The vendor could not be read; only its requested pause is known, in milliseconds. */
interface Unread {
  readonly is: 'unread';
  readonly waitMs: number;
}

/** The result of a read. */
export const readCurrentState = async (
  core: ChangesCore,
  change: Change,
  correlation: string,
): Promise<Confirmation | Unread> => {
  const context = core.context(core.database.db, correlation);
  try {
    return await core.kindOf(change.kind).reconcile(change, context);
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    return { is: 'unread', waitMs: error.retryAfterMs ?? 0 };
  }
};

export const reconcile = async (
  core: ChangesCore,
  change: Change,
  looks: number,
  correlation: string,
): Promise<JobOutcome> => {
  const confirmation = await readCurrentState(core, change, correlation);
  if (confirmation.is !== 'unsettled' && confirmation.is !== 'unread')
    return conclude(core, change, confirmation, correlation);
  if (!(await writeProgress(core, change, 'doing', confirmation))) return { again: core.clock.now() };
  const next = core.clock.now() + pause(change.attempts + looks, waitOf(confirmation));
  return { again: next, payload: { change: change.id, looks: looks + 1 } };
};

/** How long the vendor asks to wait before the next read, in milliseconds. */
const waitOf = (confirmation: Confirmation | Unread): number =>
  'waitMs' in confirmation ? (confirmation.waitMs ?? 0) : 0;

/** Stores the news of a read. @returns false if another update came first */
const writeProgress = async (
  core: ChangesCore,
  change: Change,
  state: 'doing' | 'unconfirmed',
  confirmation: Confirmation | Unread,
): Promise<boolean> => {
  const progress = progressOf(change, confirmation);
  if (!progress) return true;
  return (
    (await writeStep(core, change, { patch: { state, ...progress }, actor: STEWARD, event: 'seen' })) !== undefined
  );
};

/** Progress and arrival; undefined where the row has both already. */
const progressOf = (
  change: Change,
  confirmation: Confirmation | Unread,
): Pick<ChangePatch, 'phase' | 'seen_json'> | undefined => {
  if (confirmation.is !== 'unsettled') return undefined;
  const phase = confirmation.arrived ? 'arrived' : change.phase;
  const progress = mergeObserved(change, confirmation.seen);
  const isNew = progress.seen_json !== undefined && progress.seen_json !== JSON.stringify(change.seen);
  return isNew || phase !== change.phase ? { phase, ...progress } : undefined;
};

const object = z.record(z.string(), z.unknown());

/** Earlier progress remains unless it is overwritten, except `tracking`: each link is followed once. */
export const mergeObserved = ({ seen: before }: Change, seen: Confirmation['seen']): Pick<ChangePatch, 'seen_json'> => {
  if (seen === undefined) return {};
  const { tracking: _followed, ...kept } = object.safeParse(before).data ?? {};
  return { seen_json: JSON.stringify({ ...kept, ...seen }) };
};

export const conclude = async (
  core: ChangesCore,
  change: Change,
  confirmation: Confirmation,
  correlation: string,
): Promise<JobOutcome> => {
  if (confirmation.is === 'unsettled') {
    const patch = {
      state: 'doing' as const,
      phase: confirmation.arrived ? 'arrived' : 'look',
      ...mergeObserved(change, confirmation.seen),
    };
    const moved = await writeStep(core, change, { patch, actor: STEWARD, event: 'reading decides' });
    return { again: core.clock.now() + (moved ? Math.max(SECOND, confirmation.waitMs ?? 0) : 0) };
  }
  if (confirmation.is === 'later') return sendLater(core, change, confirmation, change.maybeSent);
  const seen = mergeObserved(change, confirmation.seen);
  const ended =
    confirmation.is === 'done'
      ? await finish(core, change, seen)
      : await fail(core, change, await explained(core, change, confirmation.failure, correlation), seen);
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

/** The refusal with what the kind finds out about it. */
const explained = async (
  core: ChangesCore,
  change: Change,
  failure: Omit<Failure, 'correlation'>,
  correlation: string,
): Promise<Failure> => {
  const more = await core.kindOf(change.kind).explain?.(change, failure, core.context(core.database.db, correlation));
  return { ...failure, values: { ...more, ...failure.values }, correlation };
};

/** Refusals for now last minutes: the first pause is as long as that after this number of attempts. */
const BUSY = 2;

/** The vendor refuses the call for now: it is sent again by itself. @param maybeSent whether another attempt may have arrived */
export const sendLater = async (
  core: ChangesCore,
  change: Change,
  { notBefore = 0, ...later }: Extract<Confirmation, { readonly is: 'later' }>,
  maybeSent: boolean,
): Promise<JobOutcome> => {
  const usual = Math.max(notBefore, core.clock.now() + pause(change.attempts + BUSY));
  const at = Math.min(usual, change.finishBy ?? usual);
  const moved = await writeStep(core, change, {
    patch: { state: 'doing', phase: 'send', maybe_sent: maybeSent ? 1 : 0, ...waitingPatch(change, at, later) },
    actor: STEWARD,
    event: 'refused for now',
    detail: { code: later.code },
  });
  return { again: moved ? at : core.clock.now() };
};

type Reason = Pick<NextTry, 'code'> &
  Partial<Pick<NextTry, 'why' | 'message'>> & { readonly mostTries?: number | undefined };

/** What the row keeps of a refusal for now. @param at when it is sent again, in milliseconds since 1970 */
export const waitingPatch = (
  change: Change,
  at: number,
  { code, why = 'refused', message = '', mostTries = Number.POSITIVE_INFINITY }: Reason,
): Pick<ChangePatch, 'seen_json'> => {
  const last = at + Math.max(0, mostTries - change.attempts - 1) * LONGEST_PAUSE_MS;
  const until = Math.min(change.finishBy ?? at, last);
  const again: NextTry = { at: iso(at), until: iso(Math.max(at, until)), code, why, message };
  return mergeObserved(change, { again });
};

/** The time limit has passed. A call that never arrived has failed; for any other, one last read decides, or it is unconfirmed. */
export const giveUp = async (core: ChangesCore, change: Change, correlation: string): Promise<JobOutcome> => {
  if (change.maybeSent) {
    const confirmation = await readCurrentState(core, change, correlation);
    if (confirmation.is === 'done' || confirmation.is === 'failed')
      return conclude(core, change, confirmation, correlation);
    await unconfirmed(core, change, correlation, progressOf(change, confirmation));
    return { again: core.clock.now() + Math.max(READ_EVERY_MS, waitOf(confirmation)) };
  }
  const decisions = await listDecisions(core.database.db, change.id);
  const timeUp = timeUpOf(change, approverOf(change, decisions));
  const stopped = stoppedBy(core.policy.current(), core.kindOf(change.kind), change, decisions, core.clock.now());
  const ended = await fail(core, change, { ...(stopped?.code === UNREAD ? stopped : timeUp), correlation });
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

const timeUpOf = (change: Change, approver: Decision['person'] | undefined): Stopped => {
  const { finishBy, phase, failure } = change;
  const who = approver?.name ?? '';
  const values = { by: iso(finishBy ?? 0), who };
  if (phase !== 'sign-in') {
    const { why, code, message = '' } = lastRefusal(change) ?? {};
    if (why === 'refused' && message !== '')
      return { code: code ?? '', text: 'changes.failure.refusedUntil', values: { ...values, message }, rules: [] };
    const text = why === 'throttled' ? 'changes.failure.throttledUntil' : 'changes.failure.timeUp';
    return { code: 'Change.TimeUp', text, values, rules: [] };
  }
  if (!failure) return { code: 'Change.TimeUp', text: 'changes.failure.notSignedIn', values, rules: [] };
  const { code, values: said } = failure;
  return {
    code,
    text: 'changes.failure.tokenRefused',
    values: { ...said, who, message: said['message'] ?? '' },
    rules: [],
  };
};

const READ_EVERY_MS = 5 * MINUTE;

/** Lists lag: an unconfirmed change may appear later; a failure counts only if the vendor certainly has the call. */
export const reconcileLater = async (core: ChangesCore, change: Change, correlation: string): Promise<JobOutcome> => {
  const confirmation = await readCurrentState(core, change, correlation);
  const hasFailed = confirmation.is === 'failed' && (confirmation.arrived || change.phase === 'arrived');
  if (confirmation.is === 'done' || hasFailed) return conclude(core, change, confirmation, correlation);
  const now = core.clock.now();
  if (!(await writeProgress(core, change, 'unconfirmed', confirmation))) return { again: now };
  const until = reconcileUntil(change);
  if (now < until) return { again: Math.min(until, now + Math.max(READ_EVERY_MS, waitOf(confirmation))) };
  await redrawNow(core, change.id);
  return { end: 'done' };
};

const LONGEST_PAUSE_MS = MINUTE;

/** Quick at first, for people who watch; then up to a minute. Never before Retry-After. */
export const pause = (attempts: number, retryAfterMs = 0): number =>
  Math.max(retryAfterMs, Math.min(SECOND * 2 ** Math.min(attempts, 6), LONGEST_PAUSE_MS));
