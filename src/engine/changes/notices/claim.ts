import type { Trx } from '#platform/storage/database.ts';
import type { Change, Person } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { type DecisionContext, decisionContext, isAwaited, refusal } from '../decision/check-decision.ts';
import { alreadyEnded, type DecisionResult, refuse, withChange } from '../decision/outcome.ts';
import { listDecisions } from '../repository.ts';
import { type Claim, saveClaim } from './store.ts';

/** Somebody who can decide says that they look at it: everybody sees that, and they are not reminded for one interval. */
export const claim = (core: ChangesCore, id: string, person: Person): Promise<DecisionResult> =>
  withChange(core, id, (trx, change) => claimOnce(core, trx, change, person));

const claimOnce = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  person: Person,
): Promise<DecisionResult | undefined> => {
  const decisions = await listDecisions(trx, change.id);
  const context = decisionContext(core, change, decisions);
  if (change.state !== 'waiting' || change.deadlineAt <= core.clock.now()) {
    return { change, refused: alreadyEnded(change, decisions.at(-1), false) };
  }
  if (!isAwaited(context, person.objectId)) return { change, refused: whyNot(core, context, person) };
  const moved = await advance(core, trx, change, {
    patch: { state: 'waiting' },
    actor: person.objectId,
    event: 'looked at',
  });
  if (!moved) return undefined;
  const me = { objectId: person.objectId.toLowerCase(), name: person.name };
  await saveClaim(trx, change.id, { person: me, at: core.clock.now() });
  return { change: moved };
};

const whyNot = (core: ChangesCore, context: DecisionContext, person: Person) => {
  const vote = { person, verdict: 'approve', reason: '', terms: context.change.termsVersion } as const;
  return refusal(core, context, vote, () => context.change.terms) ?? refuse('notDecider');
};

/** Whether the button would say anything new. */
export const mayClaim = (
  context: DecisionContext,
  claims: readonly Claim[],
  objectId: string,
  now: number,
): boolean => {
  const { change, policy, review } = context;
  if (change.state !== 'waiting' || change.deadlineAt <= now || !isAwaited(context, objectId)) return false;
  const own = claims.findLast(({ person }) => policy.identityOf(person.objectId) === policy.identityOf(objectId));
  return own === undefined || (review.rule?.remind !== undefined && own.at + review.rule.remind <= now);
};
