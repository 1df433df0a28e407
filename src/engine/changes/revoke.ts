import { REVOKED } from '#platform/audit/events.ts';
import { iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { clean } from '#platform/lib/text.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { redrawIn } from './card/posted-card.ts';
import type { Change, ChangeState, Decision, Failure, Person } from './change.ts';
import { advance, type ChangesCore } from './core.ts';
import { questionOf } from './decision/review.ts';
import { isParty } from './decision/rules.ts';
import { failIn } from './execution/finish.ts';
import { holdDecisions } from './freeze/store.ts';
import { changesOf } from './listing.ts';
import { dropClaims } from './notices/store.ts';
import { decisionsIn, findChange, listDecisions, lockChanges, recordDecision } from './repository.ts';
import { endAltered, wasAltered } from './seal/altered.ts';
import { sealedDecision } from './seal/seal.ts';

/** The person whose requests and approvals an administrator ends, and why. The caller checks that `by` may. */
export interface Revoking {
  /** Directory object id of any of the person's accounts. */
  readonly person: string;
  readonly by: Person;
  readonly reason: string;
}

/** What came of it; the short names of requests. */
export interface Revoked {
  /** Requests of them and for them that waited or were not sent yet, and are over now. */
  readonly ended: readonly string[];
  /** Waiting requests of others that lost an approval. */
  readonly voided: readonly string[];
  /** Requests of others that stood on their approval, were not sent yet, and are over now. */
  readonly stopped: readonly string[];
  /** The same where the call may be at the vendor already: it is not sent again. */
  readonly sent: readonly string[];
  /** What gives something to them and may be on its way to the vendor: ids of the changes. */
  readonly underWay: readonly string[];
}

/** In these a person's part may have to be ended. */
const OPEN: readonly ChangeState[] = ['waiting', 'approved', 'doing', 'unconfirmed'];

/** More simultaneous updates of one change would be a fault. */
const MOST_TRIES = 20;

type Outcome = keyof Revoked | 'nothing';

/** Ends a person's waiting and unsent requests, approvals and claims; what only takes something away from them goes on. */
export const revoke = async (core: ChangesCore, trx: Trx, revoking: Revoking): Promise<Revoked> => {
  const found = new Map<Exclude<Outcome, 'nothing'>, string[]>();
  await holdDecisions(trx);
  // Locked in one order and before the first audit entry: a decision holds its request and then waits for the audit.
  const ids = await concernedBy(core, trx, revoking);
  await lockChanges(trx, ids);
  for (const id of ids) {
    const { outcome, change } = await revokeIn(core, trx, id, revoking);
    if (outcome === 'nothing' || !change) continue;
    found.set(outcome, [...(found.get(outcome) ?? []), outcome === 'underWay' ? id : change.ref]);
  }
  const accounts = accountsOf(core.policy.current(), revoking.person);
  for (const id of await dropClaims(trx, accounts)) await redrawIn(core, trx, id);
  const of = (outcome: keyof Revoked): readonly string[] => found.get(outcome) ?? [];
  return {
    ended: of('ended'),
    voided: of('voided'),
    stopped: of('stopped'),
    sent: of('sent'),
    underWay: of('underWay'),
  };
};

/** Ids of what is theirs and of what they approved. */
const concernedBy = async (core: ChangesCore, trx: Trx, revoking: Revoking): Promise<readonly string[]> => {
  const decisions = await decisionsIn(trx, OPEN);
  return (await changesOf(core, trx, OPEN))
    .filter(
      (change) =>
        endsWith(core, change, revoking.person) ||
        approvalsBy(core, decisions.get(change.id) ?? [], revoking).length > 0,
    )
    .map(({ id }) => id);
};

/** Every account of a person. @param objectId of one of them */
const accountsOf = (policy: Policy, objectId: string): readonly string[] => [
  objectId.toLowerCase(),
  ...policy.people
    .map((person) => person.objectId)
    .filter((id) => id !== objectId.toLowerCase() && policy.identityOf(id) === policy.identityOf(objectId)),
];

const revokeIn = async (core: ChangesCore, trx: Trx, id: string, revoking: Revoking) => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const change = await findChange(trx, id);
    if (!change) return { outcome: 'nothing', change } as const;
    const outcome = await revokeOnce(core, trx, change, revoking);
    if (outcome) return { outcome, change };
  }
  throw new AppError({ code: 'Change.Busy', text: 'changes.refused.busy', retryable: true });
};

/** @returns undefined if another update came first */
const revokeOnce = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  revoking: Revoking,
): Promise<Outcome | undefined> => {
  const decisions = await listDecisions(trx, change.id);
  const isTheirs = endsWith(core, change, revoking.person);
  const approved = approvalsBy(core, decisions, revoking);
  if (!OPEN.includes(change.state) || (!isTheirs && approved.length === 0)) return 'nothing';
  if ((change.state === 'waiting' || !isTheirs) && (await wasAltered(core, trx, change, decisions)))
    return (await endAltered(core, trx, change)) && 'ended';
  if (!isTheirs) return voidApprovals(core, trx, change, decisions, revoking);
  if (change.state === 'waiting') return deny(core, trx, change, decisions, revoking);
  if (change.maybeSent) return 'underWay';
  return (await failIn(core, trx, change, failureOf(change, 'revoked', revoking), {})) && 'ended';
};

const failureOf = (
  { id }: Change,
  text: 'revoked' | 'voteRevoked',
  { by, reason }: Revoking,
  approver = '',
): Failure => ({
  ...{ code: 'Change.Revoked', text: `changes.failure.${text}`, rules: [], correlation: id },
  values: { who: by.name, reason: clean(reason), approver },
});

/** Of them or for them; but what only takes something away from them is what an administrator wants too. */
const endsWith = (core: ChangesCore, { kind, terms, requester }: Change, person: string): boolean => {
  const policy = core.policy.current();
  const asked = core.kindOf(kind);
  const question = questionOf(policy, asked, terms, requester.objectId);
  const isAbout = question.concerns.some((id) => policy.identityOf(id) === policy.identityOf(person));
  const takesFromThem = asked.takesAway === true && isAbout;
  return isParty(policy, question, person) && !takesFromThem;
};

/** A denial stays: it gives no access. */
const approvalsBy = (core: ChangesCore, decisions: readonly Decision[], { person }: Revoking): readonly Decision[] => {
  const policy = core.policy.current();
  return decisions.filter(
    (decision) =>
      decision.verdict === 'approve' && policy.identityOf(decision.person.objectId) === policy.identityOf(person),
  );
};

/** After every decision so far, even if two processes' clocks differ. */
const after = (core: ChangesCore, decisions: readonly Decision[]): number =>
  Math.max(core.clock.now(), ...decisions.map(({ at }) => at + 1));

const deny = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  decisions: readonly Decision[],
  { by, reason }: Revoking,
): Promise<Outcome | undefined> => {
  const detail = { reason: clean(reason), revoked: true };
  const moved = await advance(core, trx, change, {
    ...{ patch: { state: 'denied' }, actor: by.objectId, event: 'denied', detail },
  });
  if (!moved) return undefined;
  const who = { person_id: by.objectId.toLowerCase(), person_name: by.name, verdict: 'deny' };
  const at = iso(after(core, decisions));
  const row = { change_id: change.id, ...who, reason: clean(reason), terms_version: change.termsVersion, at };
  await recordDecision(trx, sealedDecision(core.audit, row, moved));
  return 'ended';
};

/** Their approvals count no more; what is approved and not sent yet is over with them. */
const voidApprovals = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  decisions: readonly Decision[],
  revoking: Revoking,
): Promise<Outcome | undefined> => {
  const { by, reason } = revoking;
  const approvals = approvalsBy(core, decisions, revoking);
  const votes = approvals.map(({ person, at }) => ({ person: person.objectId, at }));
  const moved = await advance(core, trx, change, {
    ...{ patch: { state: change.state }, actor: by.objectId, event: REVOKED },
    detail: { reason: clean(reason), person: revoking.person, votes },
  });
  if (!moved) return undefined;
  let at = after(core, decisions);
  for (const { person, termsVersion } of approvals) {
    const who = { person_id: person.objectId, person_name: person.name, verdict: 'void' };
    const row = { change_id: change.id, ...who, reason: clean(reason), terms_version: termsVersion, at: iso(at) };
    await recordDecision(trx, sealedDecision(core.audit, row, moved));
    at += 1;
  }
  if (change.state === 'waiting') return 'voided';
  if (change.maybeSent) return 'sent';
  const failure = failureOf(change, 'voteRevoked', revoking, approvals[0]?.person.name);
  return (await failIn(core, trx, moved, failure, {})) && 'stopped';
};
