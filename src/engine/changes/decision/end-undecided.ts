import { z } from 'zod';
import { STEWARD } from '#platform/audit/chain.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { iso } from '#platform/lib/clock.ts';
import { clean } from '#platform/lib/text.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Change, Person } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { findChange, listDecisions, recordDecision } from '../repository.ts';
import { sealedDecision } from '../seal/seal.ts';
import { alreadyEnded, type DecisionResult, refuse, refuseTooLate, withChange } from './outcome.ts';
import { receiverOf } from './review.ts';

/** Withdraws a request, by its requester or receiver. Of a withdrawal and a concurrent decision only one succeeds. */
export const cancel = (core: ChangesCore, id: string, person: Person, reason = ''): Promise<DecisionResult> =>
  withChange(core, id, (trx, change) => cancelOnce(core, trx, change, person, reason));

/** Whether it is theirs to withdraw. @param objectId directory object id */
export const mayWithdraw = (core: ChangesCore, { kind, terms, requester }: Change, objectId: string): boolean =>
  [requester, receiverOf(core.kindOf(kind), terms, requester.objectId)].some(
    (one) => one?.objectId.toLowerCase() === objectId.toLowerCase(),
  );

const cancelOnce = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  person: Person,
  reason: string,
): Promise<DecisionResult | undefined> => {
  if (!mayWithdraw(core, change, person.objectId)) {
    return { change, refused: refuse('notYours', { who: change.requester.name }) };
  }
  if (change.state === 'cancelled') return { change };
  if (change.state !== 'waiting') {
    return { change, refused: alreadyEnded(change, (await listDecisions(trx, change.id)).at(-1), true) };
  }
  if (change.deadlineAt <= core.clock.now()) return refuseTooLate(core, trx, change);
  const moved = await advance(core, trx, change, {
    patch: { state: 'cancelled' },
    actor: person.objectId,
    event: 'cancelled',
  });
  if (!moved) return undefined;
  const decision = {
    change_id: change.id,
    person_id: person.objectId.toLowerCase(),
    person_name: person.name,
    verdict: 'cancel' as const,
    reason: clean(reason),
    terms_version: change.termsVersion,
    at: iso(core.clock.now()),
  };
  await recordDecision(trx, sealedDecision(core.audit, decision, moved));
  return { change: moved };
};

const DEADLINE = 'changes.deadline';
const payload = z.object({ change: z.string() });

export const scheduleDeadline = (core: ChangesCore, trx: Trx, change: Change): Promise<void> =>
  core.jobs.schedule(trx, {
    kind: DEADLINE,
    key: `${DEADLINE}:${change.id}`,
    dueAt: change.deadlineAt,
    payload: { change: change.id },
  });

/** Expires an undecided request. @returns undefined if another update came first */
export const expire = (core: ChangesCore, trx: Trx, change: Change): Promise<Change | undefined> =>
  advance(core, trx, change, { patch: { state: 'expired' }, actor: STEWARD, event: 'expired' });

/** Checks the deadline whether or not the request still waits. */
export const deadlineJob = (core: ChangesCore): JobKind<z.infer<typeof payload>> => ({
  name: DEADLINE,
  payload,
  maxAttempts: 1_000,
  async handle({ change: id }) {
    const change = await findChange(core.database.db, id);
    if (change?.state !== 'waiting') return { end: 'done' };
    if (change.deadlineAt > core.clock.now()) return { again: change.deadlineAt };
    const moved = await core.database.transaction((trx) => expire(core, trx, change));
    // A concurrent decision came first, or one of several approvals: check again.
    return moved ? { end: 'done' } : { again: core.clock.now() };
  },
});
