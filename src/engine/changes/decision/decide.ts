import { iso } from '#platform/lib/clock.ts';
import { clean } from '#platform/lib/text.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Answers } from '#teams/cards/form.ts';
import type { Confirm, SignInPress, UsedSignIn } from '#teams/fresh-sign-in/confirmation.ts';
import { type Change, type Person, toDecision } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { isSentByApprover } from '../execution/approver-token.ts';
import { schedulePerform } from '../execution/perform.ts';
import { shareDecisions } from '../freeze/store.ts';
import { findChange, listDecisions, recordDecision } from '../repository.ts';
import { endAltered, wasAltered } from '../seal/altered.ts';
import { sealedDecision, type UnsealedDecision } from '../seal/seal.ts';
import { type DecisionContext, isRepeated, refusal, type Vote, votingContext } from './check-decision.ts';
import { confirmationOf, confirming, confirmPress, signInRecord } from './confirm.ts';
import { type DecisionResult, refuse, refuseTooLate, tooLate, withChangeNow } from './outcome.ts';
import { type Review, reviewOf } from './review.ts';
import { changesPolicy } from './rules.ts';

export interface Deciding extends Vote {
  readonly change: string;
  readonly person: Person;
  /** The answers that reduce the terms. */
  readonly narrowed: Answers;
  /** The conversation of the press. */
  readonly conversation?: string;
  /** Absent where the client cannot ask its person to sign in. */
  readonly signIn?: SignInPress;
}

/**
 * Decides by the stored state, the current policy and the present members of its groups: not by a party, only while waiting, on the current terms, by the first
 * matching rule, with the votes of people who may decide now. One conditional UPDATE; the loser of a race is checked
 * against the new state.
 */
export const decide = (core: ChangesCore, deciding: Deciding): Promise<DecisionResult> =>
  confirming(core, deciding, (confirm) =>
    withChangeNow(core, deciding.change, (now, trx, change) => decideOnce(now, trx, change, deciding, confirm)),
  );

const decideOnce = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  deciding: Deciding,
  confirm: Confirm | undefined,
): Promise<DecisionResult | undefined> => {
  await shareDecisions(trx);
  const decisions = await listDecisions(trx, change.id);
  if (change.state === 'waiting' && (await wasAltered(core, trx, change, decisions))) {
    const ended = await endAltered(core, trx, change);
    return ended && { change: ended, refused: refuse('altered') };
  }
  const context = await votingContext(core, trx, change, decisions);
  if (isRepeated(context, deciding)) return { change };
  const refused = refusal(core, context, deciding, () => narrowedBy(core, change, deciding));
  if (refused && (await isOutdated(trx, change))) return undefined;
  if (refused === tooLate) return refuseTooLate(core, trx, change);
  if (refused) return { change, refused };
  const terms = confirmationOf(core, change, context.review, deciding.verdict);
  const confirmed = terms && (await confirmPress(trx, change, terms, deciding, { confirm, now: core.clock.now() }));
  if (confirmed && 'refused' in confirmed) return { change, refused: confirmed.refused };
  const moved =
    deciding.verdict === 'deny'
      ? await deny(core, trx, context, deciding)
      : await accept(core, trx, context, deciding, confirmed?.signIn);
  if (!moved) return undefined;
  await recordDecision(trx, sealedDecision(core.audit, decisionRow(core, context, deciding), moved));
  return { change: moved };
};

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

/** The terms with this decision's reductions. @throws AppError when an answer would widen them */
const narrowedBy = (core: ChangesCore, { kind, terms }: Change, { narrowed }: Deciding): unknown =>
  core.kindOf(kind).narrow?.apply(terms, narrowed, core.clock.now()) ?? terms;

/** Ends it, unless the rule wants more denials and the others could still approve it. */
const deny = (
  core: ChangesCore,
  trx: Trx,
  context: DecisionContext,
  deciding: Deciding,
): Promise<Change | undefined> => {
  const { denied, possible, denials } = reviewWith(core, context, deciding);
  const ends = denied || !possible;
  return advance(core, trx, context.change, {
    patch: { state: ends ? 'denied' : 'waiting' },
    actor: deciding.person.objectId,
    event: ends ? 'denied' : 'one of several denials',
    detail: { reason: clean(deciding.reason), denials: denials.length },
  });
};

/** The review as it is with this decision. */
const reviewWith = (core: ChangesCore, context: DecisionContext, deciding: Deciding): Review => {
  const { policy, change, decisions } = context;
  const made = toDecision({ ...decisionRow(core, context, deciding), shown: null, seal: null });
  return reviewOf(policy, core.kindOf(change.kind), change, [...decisions, made]);
};

const accept = async (
  core: ChangesCore,
  trx: Trx,
  context: DecisionContext,
  deciding: Deciding,
  signIn: UsedSignIn | undefined,
): Promise<Change | undefined> => {
  const { change } = context;
  const terms = narrowedBy(core, change, deciding);
  const narrower = JSON.stringify(terms) !== JSON.stringify(change.terms);
  const { enough, given, needs, rule } = reviewWith(core, context, deciding);
  const detail = {
    ...{ reason: clean(deciding.reason), approvals: given, needs, rule: rule?.name },
    ...signInRecord(signIn),
  };
  const actor = deciding.person.objectId;
  if (enough) {
    if (signIn) await core.personTokens?.adopt(trx, signIn.id, change.id);
    const sentBy = isSentByApprover(core, change.kind) ? actor.toLowerCase() : null;
    return approve(core, trx, change, { actor, terms, detail, sentBy });
  }
  if (signIn) await core.personTokens?.forget(trx, signIn.id);
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

/** Intent before effect: GUID, exact bytes and time limit are committed with the approval; the job starts from this row alone. */
export const approve = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  by: {
    readonly actor: string;
    readonly terms: unknown;
    readonly detail?: Readonly<Record<string, unknown>>;
    /** In whose name it is sent; Steward's own when absent. */
    readonly sentBy?: string | null;
  },
): Promise<Change | undefined> => {
  const now = core.clock.now();
  const guid = core.ids.guid();
  const kind = core.kindOf(change.kind);
  const { call, terms } = kind.freeze(by.terms, { guid, now }, core.vendor);
  const moved = await advance(core, trx, change, {
    patch: {
      state: 'approved',
      guid,
      ...(by.sentBy ? { sent_by: by.sentBy } : {}),
      frozen_json: JSON.stringify(call),
      terms_json: JSON.stringify(terms),
      finish_by: iso(Math.max(now, kind.takenFrom?.(terms) ?? now) + changesPolicy(core.policy.current()).finishWithin),
    },
    actor: by.actor,
    event: 'approved',
    detail: { ...by.detail, guid, terms },
  });
  if (moved) await schedulePerform(core, trx, moved, now);
  return moved;
};
