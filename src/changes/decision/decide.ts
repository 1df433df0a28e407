import type { Answers } from '../../cards/form.ts';
import { iso } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { clean } from '../../lib/text.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Trx } from '../../storage/database.ts';
import { type Change, type Decision, type Person, toDecision } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { schedulePerform } from '../execution/perform.ts';
import { findChange, listDecisions, recordDecision } from '../repository.ts';
import { endAltered, sealedDecision, type UnsealedDecision, wasAltered } from '../seal/seal.ts';
import { alreadyEnded, type DecisionRefusal, type DecisionResult, refuse, refuseTooLate, tooLate } from './outcome.ts';
import { type Review, reviewOf } from './review.ts';
import { changesPolicy, isParty } from './rules.ts';

export interface Deciding {
  readonly change: string;
  /** The terms version that the person saw. */
  readonly terms: number;
  readonly person: Person;
  readonly verdict: 'approve' | 'deny';
  readonly reason: string;
  /** The answers that reduce the terms. */
  readonly narrowed: Answers;
  /** The conversation of the press. */
  readonly conversation?: string;
}

/** More simultaneous decisions on one change would be a fault. */
const MAX_TRIES = 20;

/**
 * Decides by the stored state and the current policy: not by a party, only while waiting, on the current terms, by the first
 * matching rule, with the votes of people who may decide now. One conditional UPDATE; whoever loses a race is checked
 * against the new state.
 */
export const decide = async (core: ChangesCore, deciding: Deciding): Promise<DecisionResult> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const outcome = await core.database.transaction((trx) => decideOnce(core, trx, deciding));
    if (!outcome) continue;
    return outcome;
  }
  throw new AppError({ code: 'Change.Busy', text: 'changes.refused.busy', retryable: true });
};

const decideOnce = async (core: ChangesCore, trx: Trx, deciding: Deciding): Promise<DecisionResult | undefined> => {
  const change = await findChange(trx, deciding.change);
  if (!change) return { change, refused: refuse('unknown') };
  const decisions = await listDecisions(trx, change.id);
  if (change.state === 'waiting' && (await wasAltered(core, trx, change, decisions))) {
    const ended = await endAltered(core, trx, change);
    return ended && { change: ended, refused: refuse('altered') };
  }
  // One version of the policy for the whole decision.
  const policy = core.policy.current();
  const context: DecisionContext = {
    policy,
    change,
    decisions,
    review: reviewOf(policy, core.kindOf(change.kind), change, decisions),
  };
  if (isRepeated(context, deciding)) return { change };
  const refused = refusal(core, context, deciding);
  if (refused && (await isOutdated(trx, change))) return undefined;
  if (refused === tooLate) return refuseTooLate(core, trx, change);
  if (refused) return { change, refused };
  const moved =
    deciding.verdict === 'deny' ? await deny(core, trx, change, deciding) : await accept(core, trx, context, deciding);
  if (!moved) return undefined;
  await recordDecision(trx, sealedDecision(core.audit, decisionRow(core, context, deciding), moved));
  return { change: moved };
};

/** What a decision is checked against. */
interface DecisionContext {
  readonly policy: Policy;
  readonly change: Change;
  readonly decisions: readonly Decision[];
  readonly review: Review;
}

/** The times preserve the order of the decisions, even if two processes' clocks differ. */
const decisionRow = (
  core: ChangesCore,
  context: DecisionContext,
  { person, verdict, reason }: Deciding,
): UnsealedDecision => ({
  change_id: context.change.id,
  person_id: person.objectId.toLowerCase(),
  person_name: person.name,
  verdict,
  reason: clean(reason),
  terms_version: context.change.termsVersion,
  at: iso(Math.max(core.clock.now(), ...context.decisions.map(({ at }) => at + 1))),
});

/** On PostgreSQL each statement sees everything committed before it, so the decisions may be newer than the row read earlier. */
const isOutdated = async (trx: Trx, { id, state, version }: Change): Promise<boolean> =>
  state === 'waiting' && (await findChange(trx, id))?.version !== version;

/**
 * The same decision again, as Teams redelivers a slow press under another activity id. While the request waits, this holds only
 * for a counted vote of an insufficient number: a lapsed vote is refused, and where a policy change made the votes
 * sufficient, a second press confirms them.
 */
const isRepeated = ({ change, decisions, review }: DecisionContext, { person, verdict, terms }: Deciding): boolean => {
  const isThis = (decision: Decision): boolean =>
    decision.person.objectId === person.objectId.toLowerCase() &&
    decision.verdict === verdict &&
    decision.termsVersion === terms;
  return change.state === 'waiting' ? !review.enough && review.counted.some(isThis) : decisions.some(isThis);
};

const refusal = (
  core: ChangesCore,
  { policy, change, decisions, review }: DecisionContext,
  deciding: Deciding,
): DecisionRefusal | undefined => {
  const me = deciding.person.objectId.toLowerCase();
  const waits = change.state === 'waiting';
  if (isParty(policy, review.parties, me)) return refuse('own');
  if (!review.rule && waits) return refuse('notAskable', { who: change.requester.name });
  if (!review.deciders.some(({ objectId }) => objectId === me)) return refuse('notDecider');
  if (!waits) return alreadyEnded(change, decisions.at(-1));
  const person = policy.identityOf(me);
  const mine = review.counted.filter((vote) => policy.identityOf(vote.person.objectId) === person);
  if (deciding.verdict === 'deny' && mine.length > 0) return refuse('again');
  // A second account of an approver may add its groups, but does not count as a second person.
  if (!review.enough && mine.some((vote) => vote.person.objectId === me)) return refuse('again');
  if (change.deadlineAt <= core.clock.now()) return tooLate;
  if (change.termsVersion !== deciding.terms) return refuse('termsChanged');
  if (deciding.verdict === 'deny') return clean(deciding.reason) === '' ? refuse('reasonMissing') : undefined;
  return core.kindOf(change.kind).forbids?.(narrowedBy(core, change, deciding), policy, core.clock.now());
};

/** The terms with this decision's reductions. @throws AppError when an answer would widen them */
const narrowedBy = (core: ChangesCore, { kind, terms }: Change, { narrowed }: Deciding): unknown =>
  core.kindOf(kind).narrow?.apply(terms, narrowed, core.clock.now()) ?? terms;

const deny = (core: ChangesCore, trx: Trx, change: Change, { person, reason }: Deciding): Promise<Change | undefined> =>
  advance(core, trx, change, {
    patch: { state: 'denied' },
    actor: person.objectId,
    event: 'denied',
    detail: { reason: clean(reason) },
  });

const accept = async (
  core: ChangesCore,
  trx: Trx,
  context: DecisionContext,
  deciding: Deciding,
): Promise<Change | undefined> => {
  const { policy, change, decisions } = context;
  const kind = core.kindOf(change.kind);
  const terms = narrowedBy(core, change, deciding);
  const narrower = JSON.stringify(terms) !== JSON.stringify(change.terms);
  const vote = toDecision({ ...decisionRow(core, context, deciding), shown: null, seal: null });
  const { enough, given, quorum, rule } = reviewOf(policy, kind, change, [...decisions, vote]);
  const detail = { reason: clean(deciding.reason), approvals: given, needs: quorum.people, rule: rule?.name };
  const actor = deciding.person.objectId;
  if (enough) return approve(core, trx, change, { actor, terms, detail });
  return advance(core, trx, change, {
    patch: {
      state: 'waiting',
      terms_json: JSON.stringify(terms),
      terms_version: change.termsVersion + (narrower ? 1 : 0),
    },
    actor,
    event: 'one of several approvals',
    detail: { ...detail, terms },
  });
};

/**
 * Intent before effect: the GUID, the exact bytes and the time limit are committed with the approval; the job that sends
 * them starts from this row alone.
 */
export const approve = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  by: { readonly actor: string; readonly terms: unknown; readonly detail?: Readonly<Record<string, unknown>> },
): Promise<Change | undefined> => {
  const now = core.clock.now();
  const guid = core.ids.guid();
  const { call, terms } = core.kindOf(change.kind).freeze(by.terms, { guid, now }, core.vendor);
  const moved = await advance(core, trx, change, {
    patch: {
      state: 'approved',
      guid,
      frozen_json: JSON.stringify(call),
      terms_json: JSON.stringify(terms),
      finish_by: iso(now + changesPolicy(core.policy.current()).finishWithin),
    },
    actor: by.actor,
    event: 'approved',
    detail: { ...by.detail, guid, terms },
  });
  if (moved) await schedulePerform(core, trx, moved, now);
  return moved;
};
