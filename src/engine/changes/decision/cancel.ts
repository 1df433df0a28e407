import { iso } from '#platform/lib/clock.ts';
import { clean } from '#platform/lib/text.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Change, Person } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { listDecisions, recordDecision } from '../repository.ts';
import { sealedDecision } from '../seal/seal.ts';
import { alreadyEnded, type DecisionResult, refuse, refuseTooLate } from './outcome.ts';
import { receiverOf } from './review.ts';
import { withChange } from './with-change.ts';

/**
 * Withdraws a request, by its requester or its receiver. Of a withdrawal and a concurrent decision only one
 * succeeds; the other person is told the result.
 */
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
