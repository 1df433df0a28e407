import { STEWARD } from '../../audit/chain.ts';
import { hasEvent } from '../../audit/entries.ts';
import { endsOfChange } from '../../audit/events.ts';
import type { Db, Trx } from '../../storage/database.ts';
import { type Change, type Decision, type Failure, subjectOf } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { listDecisions, moveChange } from '../repository.ts';
import { isAltered } from './seal.ts';

/** Whether the row, a decision, or what the audit knows of their end shows that somebody wrote past the engine. */
export const wasAltered = async (
  core: ChangesCore,
  db: Db,
  change: Change,
  decisions: readonly Decision[],
): Promise<boolean> => isAltered(core.audit, change, decisions) || (await hasEvent(db, change.id, endsOfChange));

/**
 * Ends what somebody altered in the database: nothing of it is sent, its cards say why, the audit has it and the operators
 * are told. What stands in the row is not believed any more, so no declaration is asked about it.
 * @returns undefined when somebody else was faster
 */
export const endAltered = async (core: ChangesCore, trx: Trx, change: Change): Promise<Change | undefined> => {
  const failure: Failure = {
    ...{ code: 'Change.Altered', text: 'changes.failure.altered', values: {}, rules: [] },
    correlation: change.id,
  };
  const patch = { state: 'failed', outcome_json: JSON.stringify(failure) } as const;
  const moved = await moveChange(trx, change, core.clock.now(), patch);
  if (!moved) return undefined;
  core.log.error('change.altered', { change: change.id, state: change.state });
  await core.outbox.touch(trx, subjectOf(change.id), moved.version);
  await tellOperators(core, trx, change.ref);
  const { state, attempts } = change;
  await core.audit.append(trx, {
    about: change.id,
    actor: STEWARD,
    event: 'altered in the database',
    detail: { state, attempts },
  });
  return moved;
};

/** The same in a transaction of its own, for the job that carries it out. @returns whether it was altered */
export const endWhereAltered = async (core: ChangesCore, change: Change): Promise<boolean> => {
  const decisions = await listDecisions(core.database.db, change.id);
  if (!(await wasAltered(core, core.database.db, change, decisions))) return false;
  await core.database.transaction((trx) => endAltered(core, trx, change));
  return true;
};

const tellOperators = async (core: ChangesCore, db: Db, ref: string): Promise<void> => {
  const policy = core.policy.current();
  const operators = policy.operators === undefined ? undefined : policy.conversation(policy.operators);
  if (!operators) return;
  const to = { conversation: operators.id };
  await core.outbox.notify(db, to, operators.language, 'operators.changeAltered', { ref });
};
