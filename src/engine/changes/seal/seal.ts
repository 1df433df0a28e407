import type { Audit } from '#platform/audit/audit.ts';
import { iso } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Batch } from '../batch/batch.ts';
import { type Change, type ChangeState, type Decision, toChange } from '../change.ts';
import { type ChangePatch, listChanges, listDecisions } from '../repository.ts';
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

export type Sealing = Pick<Audit, 'seal'>;

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
export const sealOf = (audit: Sealing, change: Change): string => sealOfColumns(audit, columnsToSeal(change));

/** What decides besides the sealed columns: each audit entry of a step has it, so that an edited or restored row does not fit the last. */
export const sealOfProgress = (audit: Sealing, change: Change): string => {
  const { id, state, phase, attempts, maybeSent, deadlineAt, finishBy, seen, failure } = change;
  const progress = { id, state, phase, attempts, maybeSent, deadlineAt, finishBy, seen, failure };
  return audit.seal('progress', canonicalJson(progress));
};

/** The patch, with a new seal where it changes a sealed column. @throws Error for a row that does not match its seal */
export const withSeal = (audit: Sealing, change: Change, patch: ChangePatch): ChangePatch => {
  const before = columnsToSeal(change);
  const touched = Object.entries(patch).filter(([column]) => column in before);
  if (touched.length === 0) return patch;
  if (change.seal !== sealOfColumns(audit, before)) throw new Error('a change was altered in the database');
  return { ...patch, seal: sealOfColumns(audit, { ...before, ...Object.fromEntries(touched) }) };
};

/** A decision before it is sealed. */
export type UnsealedDecision = Omit<DecisionTable, 'shown' | 'seal'>;

/** The decision with its own seal and that of the request after it (`shown`). @param moved the change after the decision */
export const sealedDecision = (audit: Sealing, decision: UnsealedDecision, moved: Change): DecisionTable => {
  const row = { ...decision, shown: sealOf(audit, moved) };
  return { ...row, seal: sealDecision(audit, row) };
};

export const sealDecision = (audit: Sealing, row: Omit<DecisionTable, 'seal'>): string =>
  audit.seal('decision', [
    ...[row.change_id, row.person_id, row.person_name, row.verdict],
    ...[row.reason, row.terms_version, row.at, row.shown],
  ]);

export const decisionRowOf = (changeId: string, { person, ...decision }: Decision): Omit<DecisionTable, 'seal'> => ({
  change_id: changeId,
  person_id: person.objectId,
  person_name: person.name,
  verdict: decision.verdict,
  reason: decision.reason,
  terms_version: decision.termsVersion,
  at: iso(decision.at),
  shown: decision.shown ?? null,
});

/** States in which something can still be decided, sent or read. */
const OPEN: readonly ChangeState[] = ['waiting', 'approved', 'doing', 'unconfirmed'];

/** More than any organisation will ever have open at once. */
const MOST_OPEN = 10_000;

/** Seals the open changes once, when the audit gets its key: older changes have no seal yet. */
export const sealOpenChanges = async (trx: Trx, audit: Sealing): Promise<void> => {
  for (const change of await listChanges(trx, { states: OPEN }, MOST_OPEN)) {
    const seal = sealOf(audit, change);
    await trx.updateTable('changes').set({ seal }).where('id', '=', change.id).execute();
    for (const decision of await listDecisions(trx, change.id)) {
      const row = decisionRowOf(change.id, { ...decision, shown: seal });
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
  const row = decisionRowOf(moved.id, { ...last, shown: sealOf(audit, moved) });
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
