import { type Audit, countEvents, hasEvent } from '../../audit/audit.ts';
import { STEWARD } from '../../audit/chain.ts';
import { denialsOfChange, endsOfChange } from '../../audit/events.ts';
import { iso } from '../../lib/clock.ts';
import type { Db, Trx } from '../../storage/database.ts';
import type { Batch } from '../batch/batch.ts';
import { touchCards } from '../card/posted-card.ts';
import { type Change, type ChangeState, type Decision, type Failure, toChange } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { endNotices } from '../notices/schedule.ts';
import { type ChangePatch, listChanges, listDecisions, moveChange } from '../repository.ts';
import type { ChangeTable, DecisionTable } from '../tables.ts';

/** The columns that cards show or that are sent; the seal reveals any edit of them in the database. */
type ColumnsToSeal = Pick<
  ChangeTable,
  | 'id'
  | 'ref'
  | 'kind'
  | 'requester_id'
  | 'requester_name'
  | 'terms_json'
  | 'terms_version'
  | 'rule'
  | 'needs'
  | 'source'
  | 'guid'
  | 'frozen_json'
> & {
  /** Not part of the seal before an escalation, as in all requests of older versions. */
  readonly escalated_at: string | undefined;
  /** Not part of the seal of what is sent with Steward's own identity. */
  readonly sent_by: string | undefined;
  /** Not part of the seal of a request that was sent alone. */
  readonly batch: string | undefined;
};

const columnsToSeal = (change: Change): ColumnsToSeal => ({
  id: change.id,
  ref: change.ref,
  kind: change.kind,
  requester_id: change.requester.objectId,
  requester_name: change.requester.name,
  terms_json: JSON.stringify(change.terms),
  terms_version: change.termsVersion,
  rule: change.rule,
  needs: change.needs,
  source: change.source,
  guid: change.guid ?? null,
  frozen_json: change.frozen ? JSON.stringify(change.frozen) : null,
  escalated_at: change.escalatedAt === undefined ? undefined : iso(change.escalatedAt),
  sent_by: change.sentBy,
  batch: change.batch,
});

type Sealing = Pick<Audit, 'seal'>;

const sealOfColumns = (audit: Sealing, { terms_json, frozen_json, ...plain }: ColumnsToSeal): string =>
  audit.seal(
    'change',
    canonicalJson({ ...plain, terms: JSON.parse(terms_json), frozen: JSON.parse(frozen_json ?? 'null') }),
  );

/** A new request with its seal. */
export const sealedRow = (audit: Sealing, row: ChangeTable): ChangeTable => ({
  ...row,
  seal: sealOf(audit, toChange(row)),
});

/** The seal of a request with its current columns. */
const sealOf = (audit: Sealing, change: Change): string => sealOfColumns(audit, columnsToSeal(change));

/**
 * The patch, with a new seal where it changes a sealed column.
 * @throws Error where the row does not match its seal: a new seal would make a forged row valid
 */
export const withSeal = (audit: Sealing, change: Change, patch: ChangePatch): ChangePatch => {
  const before = columnsToSeal(change);
  const touched = Object.entries(patch).filter(([column]) => column in before);
  if (touched.length === 0) return patch;
  if (change.seal !== sealOfColumns(audit, before)) throw new Error('a change was altered in the database');
  return { ...patch, seal: sealOfColumns(audit, { ...before, ...Object.fromEntries(touched) }) };
};

/** A decision before it is sealed. */
export type UnsealedDecision = Omit<DecisionTable, 'shown' | 'seal'>;

/**
 * The decision with its own seal, and with the seal of the request after it (`shown`).
 * @param moved the change after the decision
 */
export const sealedDecision = (audit: Sealing, decision: UnsealedDecision, moved: Change): DecisionTable => {
  const row = { ...decision, shown: sealOf(audit, moved) };
  return { ...row, seal: sealDecision(audit, row) };
};

const sealDecision = (audit: Sealing, row: Omit<DecisionTable, 'seal'>): string =>
  audit.seal('decision', [
    ...[row.change_id, row.person_id, row.person_name, row.verdict],
    ...[row.reason, row.terms_version, row.at, row.shown],
  ]);

const rowOf = (changeId: string, { person, ...decision }: Decision): Omit<DecisionTable, 'seal'> => ({
  change_id: changeId,
  person_id: person.objectId,
  person_name: person.name,
  verdict: decision.verdict,
  reason: decision.reason,
  terms_version: decision.termsVersion,
  at: iso(decision.at),
  shown: decision.shown ?? null,
});

/** States in which the engine still sends or reads. */
const SENDING: ReadonlySet<ChangeState> = new Set(['approved', 'doing', 'unconfirmed']);

/**
 * Whether something other than the engine wrote the request, its call, or a decision: checks the row and each decision
 * against its seal, and the call against what the decider saw.
 */
const isAltered = (audit: Sealing, change: Change, decisions: readonly Decision[]): boolean => {
  if (change.seal !== sealOf(audit, change)) return true;
  const isOurs = (decision: Decision): boolean =>
    decision.verdict !== 'cancel' && decision.seal === sealDecision(audit, rowOf(change.id, decision));
  if (!decisions.every(isOurs)) return true;
  const last = decisions.at(-1);
  if (last && last.shown !== change.seal) return true;
  const approvals = decisions.filter(({ verdict }) => verdict === 'approve');
  return SENDING.has(change.state) && approvals.length < change.needs;
};

/** More than any organisation will ever have open at once. */
const MOST_OPEN = 10_000;

/** Seals the open changes once, when the audit gets its key: older changes have no seal yet. */
export const sealOpenChanges = async (trx: Trx, audit: Sealing): Promise<void> => {
  for (const change of await listChanges(trx, { states: ['waiting', ...SENDING] }, MOST_OPEN)) {
    const seal = sealOf(audit, change);
    await trx.updateTable('changes').set({ seal }).where('id', '=', change.id).execute();
    for (const decision of await listDecisions(trx, change.id)) {
      const row = rowOf(change.id, { ...decision, shown: seal });
      await trx
        .updateTable('decisions')
        .set({ shown: seal, seal: sealDecision(audit, row) })
        .where('change_id', '=', change.id)
        .where('person_id', '=', row.person_id)
        .execute();
    }
  }
};

/** The last decision with the new seal of its request, after Steward itself changed a sealed column: an escalation. */
export const sealLastDecision = async (trx: Trx, audit: Sealing, moved: Change): Promise<void> => {
  const last = (await listDecisions(trx, moved.id)).at(-1);
  if (!last) return;
  const row = rowOf(moved.id, { ...last, shown: sealOf(audit, moved) });
  await trx
    .updateTable('decisions')
    .set({ shown: row.shown, seal: sealDecision(audit, row) })
    .where('change_id', '=', moved.id)
    .where('person_id', '=', row.person_id)
    .execute();
};

/** The seal of a batch's row: what its card shows beside its requests, and which requests these are. */
export const sealOfBatch = (
  audit: Sealing,
  { id, source, title, lines, form }: Pick<Batch, 'id' | 'source' | 'title' | 'lines' | 'form'>,
): string => audit.seal('batch', canonicalJson({ id, source, title, lines, form }));

/** JSON with the fields of every object sorted by name: equal values give equal text. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : field,
  );

/** Whether a denial that the audit has was deleted: the request would count one less. */
const lacksDenials = async (db: Db, { id }: Change, decisions: readonly Decision[]): Promise<boolean> =>
  decisions.filter(({ verdict }) => verdict === 'deny').length < (await countEvents(db, id, denialsOfChange));

/** Whether the seals, or an end or a denial recorded in the audit, show a write that bypassed the engine. */
export const wasAltered = async (
  core: ChangesCore,
  db: Db,
  change: Change,
  decisions: readonly Decision[],
): Promise<boolean> =>
  isAltered(core.audit, change, decisions) ||
  (await hasEvent(db, change.id, endsOfChange)) ||
  (await lacksDenials(db, change, decisions));

/**
 * Ends a change that was altered in the database: nothing is sent, its cards say why, the audit records it and the operators are
 * alerted. Its kind is not called, because the row cannot be trusted.
 * @returns undefined if another update came first
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
  await core.personTokens?.forgetOf(trx, change.id);
  await touchCards(core.outbox, trx, moved);
  await endNotices(core, trx, change);
  await tellOperators(core, trx, change.ref);
  const { state, attempts } = change;
  await core.audit.append(trx, {
    target: change.id,
    actor: STEWARD,
    event: 'altered in the database',
    detail: { state, attempts },
  });
  return moved;
};

/** The same in its own transaction, for the execution job. @returns whether it was altered */
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
