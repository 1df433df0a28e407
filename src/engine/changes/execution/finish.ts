import { STEWARD } from '#platform/audit/chain.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import { redrawIn, scheduleRedraw } from '../card/posted-card.ts';
import { type Change, type Failure, isOpen, subjectOf } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { findChange } from '../repository.ts';
import type { ChangeTable } from '../tables.ts';

/** The last observed state at the vendor, if any. */
type ObservedState = Pick<Partial<ChangeTable>, 'seen_json'>;

/** Completed at the vendor: stores `done`, and the feature's records in the same transaction. */
export const finish = (core: ChangesCore, change: Change, seen: ObservedState = {}): Promise<Change | undefined> =>
  core.database.transaction(async (trx) => {
    const patch = { state: 'done' as const, outcome_json: null, ...seen };
    const done = await advance(core, trx, change, { patch, actor: STEWARD, event: 'done' });
    const redrawAt = done && (await core.kindOf(change.kind).onDone?.(trx, done, core.clock.now(), core.jobs));
    if (redrawAt !== undefined) await scheduleRedraw(core, trx, change.id, redrawAt);
    if (done) await endConcerned(core, trx, done);
    return done;
  });

/** Ends the open changes that this one makes pointless, and redraws the others that it concerns. */
const endConcerned = async (core: ChangesCore, trx: Trx, done: Change): Promise<void> => {
  const context = core.context(trx, done.id);
  for (const { change, code, text, values } of (await core.kindOf(done.kind).concerned?.(trx, done, context)) ?? []) {
    const failure = { code, text, values, rules: [], correlation: done.id };
    if (!(await endOpen(core, trx, change, failure))) await redrawIn(core, trx, change);
  }
};

/** More simultaneous updates of one change would be a fault. */
const MOST_TRIES = 20;

/** @returns whether it was open and has ended now */
const endOpen = async (core: ChangesCore, trx: Trx, id: string, failure: Failure): Promise<boolean> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const other = await findChange(trx, id);
    if (!other || !isOpen(other.state)) return false;
    if (await failIn(core, trx, other, failure, {})) return true;
  }
  throw new AppError({ code: 'Change.Busy', text: 'changes.refused.busy', retryable: true });
};

export const fail = (
  core: ChangesCore,
  change: Change,
  failure: Failure,
  seen: ObservedState = {},
): Promise<Change | undefined> => core.database.transaction((trx) => failIn(core, trx, change, failure, seen));

/** Fails a change that people approved and Steward did not send, and alerts the operators. */
export const stop = (core: ChangesCore, change: Change, failure: Failure): Promise<Change | undefined> =>
  core.database.transaction(async (trx) => {
    const moved = await failIn(core, trx, change, failure, {});
    if (moved) await tellOperators(core, trx, moved);
    return moved;
  });

/** The same in the caller's transaction. */
export const failIn = (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  failure: Failure,
  seen: ObservedState,
): Promise<Change | undefined> =>
  advance(core, trx, change, {
    patch: { state: 'failed', outcome_json: JSON.stringify(failure), ...seen },
    actor: STEWARD,
    event: 'failed',
    detail: { code: failure.code, text: failure.text, rules: failure.rules, correlation: failure.correlation },
  });

/** The answer was lost and no read has decided: the operators are alerted. */
export const unconfirmed = (
  core: ChangesCore,
  change: Change,
  correlation: string,
  progress: ObservedState & Pick<Partial<ChangeTable>, 'phase'> = {},
): Promise<Change | undefined> =>
  core.database.transaction(async (trx) => {
    const failure = {
      code: 'Change.Unconfirmed',
      text: 'changes.failure.unconfirmed',
      values: {},
      rules: [],
      correlation,
    };
    const moved = await advance(core, trx, change, {
      patch: { state: 'unconfirmed', outcome_json: JSON.stringify(failure), ...progress },
      actor: STEWARD,
      event: 'unconfirmed',
      detail: { correlation },
    });
    if (moved) await tellOperators(core, trx, moved);
    return moved;
  });

const tellOperators = async (core: ChangesCore, trx: Trx, { id, version }: Change): Promise<void> => {
  const policy = core.policy.current();
  const operators = policy.operators === undefined ? undefined : policy.conversation(policy.operators);
  if (!operators) return;
  const to = { conversation: operators.id };
  await core.outbox.deliver(trx, {
    subject: subjectOf(id),
    variant: 'operators',
    to,
    language: operators.language,
    version,
  });
};
