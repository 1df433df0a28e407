import { z } from 'zod';
import { STEWARD } from '#platform/audit/chain.ts';
import type { ProvenEvents } from '#platform/audit/entries.ts';
import { type AuditEvent, denialsOfChange, endsOfChange, REVOKED } from '#platform/audit/events.ts';
import type { JobOutcome } from '#platform/jobs/jobs.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { touchCards } from '../card/posted-card.ts';
import type { Change, ChangeState, Decision, Failure } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { endNotices } from '../notices/schedule.ts';
import { listDecisions, moveChange } from '../repository.ts';
import { decisionRowOf, type Sealing, sealDecision, sealOf, sealOfProgress } from './seal.ts';

/** States in which the engine still sends or reads. */
const SENDING: ReadonlySet<ChangeState> = new Set(['approved', 'doing', 'unconfirmed']);

/** Whether something other than the engine wrote the request, its call or a decision, by their seals and by what the decider saw. */
const isAltered = (audit: Sealing, change: Change, decisions: readonly Decision[]): boolean => {
  if (change.seal !== sealOf(audit, change)) return true;
  const isOurs = (decision: Decision): boolean =>
    decision.verdict !== 'cancel' && decision.seal === sealDecision(audit, decisionRowOf(change.id, decision));
  if (!decisions.every(isOurs)) return true;
  const last = decisions.at(-1);
  if (last && last.shown !== change.seal) return true;
  // A revoked approval stays, as a revoked one: the call that it allowed may be on its way.
  const approvals = decisions.filter(({ verdict }) => verdict === 'approve' || verdict === 'void');
  return SENDING.has(change.state) && approvals.length < change.needs;
};

/** How an entry names the progress after a step, and the votes that a revocation took back. */
const stepDetail = z.object({ row: z.string().optional() });
const revokedDetail = z.object({
  person: z.string(),
  votes: z.array(z.object({ person: z.string(), at: z.number() })).optional(),
});

/** Whether a vote counts again that the audit says was revoked: its row was put back. Entries of older versions name no votes. */
const hasRevokedVote = ({ events }: ProvenEvents, decisions: readonly Decision[]): boolean => {
  const approvals = decisions.filter(({ verdict }) => verdict === 'approve');
  return events
    .filter(({ event }) => event === REVOKED)
    .some((entry) => {
      const { person, votes } = revokedDetail.parse(entry.detail);
      return approvals.some((approval) =>
        votes
          ? votes.some((vote) => vote.person === approval.person.objectId && vote.at === approval.at)
          : person.toLowerCase() === approval.person.objectId && approval.at <= entry.at,
      );
    });
};

/** Whether the audit has this change otherwise: further on, ended, with denials that are no longer there, or votes that are again. */
const differs = (audit: Sealing, record: ProvenEvents, change: Change, decisions: readonly Decision[]): boolean => {
  const has = (events: readonly AuditEvent[]) =>
    record.events.filter(({ event }) => events.some((one) => one === event));
  const progress = record.events.map(({ detail }) => stepDetail.parse(detail).row).findLast((row) => row !== undefined);
  return (
    !record.genuine ||
    (progress !== undefined && progress !== sealOfProgress(audit, change)) ||
    has(endsOfChange).length > 0 ||
    decisions.filter(({ verdict }) => verdict === 'deny').length < has(denialsOfChange).length ||
    hasRevokedVote(record, decisions)
  );
};

/** Whether the seals, or the audit, show a write that bypassed the engine. */
export const wasAltered = async (
  core: ChangesCore,
  db: Db,
  change: Change,
  decisions: readonly Decision[],
): Promise<boolean> =>
  isAltered(core.audit, change, decisions) ||
  differs(core.audit, await core.audit.proven(db, change.id), change, decisions);

/** Ends a change that was altered in the database, without asking its kind. @returns undefined if another update came first */
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

/** The same in its own transaction, for the execution job. @returns what becomes of the job; undefined where nothing was altered */
export const endWhereAltered = async (core: ChangesCore, change: Change): Promise<JobOutcome | undefined> => {
  const decisions = await listDecisions(core.database.db, change.id);
  if (!(await wasAltered(core, core.database.db, change, decisions))) return undefined;
  const ended = await core.database.transaction((trx) => endAltered(core, trx, change));
  // Another update came between the reads.
  return ended ? { end: 'done' } : { again: core.clock.now() };
};

const tellOperators = async (core: ChangesCore, db: Db, ref: string): Promise<void> => {
  const policy = core.policy.current();
  const operators = policy.operators === undefined ? undefined : policy.conversation(policy.operators);
  if (!operators) return;
  const to = { conversation: operators.id };
  await core.outbox.notify(db, to, operators.language, 'operators.changeAltered', { ref });
};
