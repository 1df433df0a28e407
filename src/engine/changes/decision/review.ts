import type { TextKey } from '#platform/lib/errors.ts';
import type { Policy, PolicyPerson } from '#policy/policy.ts';
import type { Change, Decision, Failure, Person } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';
import {
  type ChangeRule,
  decidersOf,
  decidingGroups,
  escalated,
  type Parties,
  type RuleQuestion,
  ruleFor,
  stagesOf,
} from './rules.ts';
import {
  approvalsIn,
  canComplete,
  fewestFor,
  type Stage,
  type StageVoter,
  suffices,
  votersOf,
  withAtLeast,
} from './stages.ts';

/** A stage with its votes. */
export interface StageReview extends Stage {
  /** The people who may decide in it. */
  readonly deciders: readonly PolicyPerson[];
  /** Its approvals, in order; two accounts of one person count twice here. */
  readonly counted: readonly Decision[];
  /** The number of people with such an approval. */
  readonly given: number;
  readonly enough: boolean;
}

/** A change and its votes under one version of the policy. */
export interface Review {
  /** The requester and the people concerned: none of them may decide. */
  readonly parties: Parties;
  /** The person in whose place the requester asks. */
  readonly receiver: Pick<Person, 'objectId' | 'name'> | undefined;
  /** Whether that person has accepted it. */
  readonly accepted: boolean;
  /** Whether it waits until that person accepts it, as the rule wants. */
  readonly asksFirst: boolean;
  /** The first rule that matches the change and its requester; undefined: they may not request it. */
  readonly rule: ChangeRule | undefined;
  /** Groups of the directory that cannot be read now, and on which it depends who may request or decide this. */
  readonly unread: readonly string[];
  readonly stages: readonly StageReview[];
  /** The stage that is decided now: the first without enough approvals, or the last one. */
  readonly current: StageReview | undefined;
  /** Everybody who may decide in any stage. */
  readonly deciders: readonly PolicyPerson[];
  /** The number of approvals of all stages. */
  readonly needs: number;
  /** The number of people whose approvals count. */
  readonly given: number;
  /** Approvals of people who may decide. */
  readonly counted: readonly Decision[];
  /** Approvals of people who may no longer decide. */
  readonly lapsed: readonly Decision[];
  /** Denials of people who may decide. */
  readonly denials: readonly Decision[];
  /** Whether the denials end it. */
  readonly denied: boolean;
  readonly enough: boolean;
  /** Whether the people who have not decided yet could still give all approvals; members of an unread group might. */
  readonly possible: boolean;
  /** Whether they could after this person's approval in the current stage: a later stage may need that person. */
  possibleAfter(objectId: string): boolean;
  /** Whether those of them who are there could. @param isThere asked of directory object ids */
  possibleWith(isThere: (objectId: string) => boolean): boolean;
}

export interface Reviewed extends Pick<Change, 'terms' | 'needs'> {
  readonly requester: Pick<Change['requester'], 'objectId'>;
  /** When the rule's escalation began; undefined before. */
  readonly escalatedAt?: number | undefined;
}

/** Reviews a change under one version of the policy; of the approvals required at the request and now the larger number counts. */
export const reviewOf = (
  policy: Policy,
  kind: ChangeKind,
  { terms, requester, needs: stored, escalatedAt }: Reviewed,
  decisions: readonly Decision[],
): Review => {
  const question = questionOf(policy, kind, terms, requester.objectId);
  const { rule: matching, unread: unknown } = ruleFor(policy, question);
  const rule = matching && escalatedAt !== undefined ? escalated(matching) : matching;
  const least = Math.max(stored, fewestFor(kind, kind.facets(terms), policy));
  const written = rule ? withAtLeast(stagesOf(rule), least) : [];
  const unread = rule ? policy.unreadAmong(decidingGroups(rule)) : unknown;
  const approvals = decisions.filter(({ verdict }) => verdict === 'approve');
  const stages = rule ? stageReviews(policy, rule, question, written, approvals) : [];
  const deciders = rule ? decidersOf(policy, rule, question) : [];
  const mayDecide = ({ person }: Decision): boolean => deciders.some(({ objectId }) => objectId === person.objectId);
  const denials = decisions.filter((decision) => decision.verdict === 'deny' && mayDecide(decision));
  const identities = new Set(denials.map(({ person }) => policy.identityOf(person.objectId)));
  const current = stages.find(({ enough }) => !enough) ?? stages.at(-1);
  const left = votersLeft(policy, deciders, stages, identities);
  const denied = rule !== undefined && identities.size >= rule.denials;
  const receiver = receiverOf(kind, terms, requester.objectId);
  const accepted = decisions.some(
    ({ verdict, person }) => verdict === 'accept' && person.objectId === receiver?.objectId.toLowerCase(),
  );
  return {
    parties: question,
    receiver,
    accepted,
    asksFirst: receiver !== undefined && !accepted && rule !== undefined && rule.onBehalf?.person !== 'tell',
    rule,
    unread,
    stages,
    current,
    deciders,
    needs: rule ? approvalsIn(written) : least,
    given: stages.reduce((sum, { given }) => sum + given, 0),
    counted: approvals.filter(mayDecide),
    lapsed: approvals.filter((approval) => !mayDecide(approval)),
    denials,
    denied,
    enough: rule !== undefined && !denied && stages.every(({ enough }) => enough),
    possible: (rule !== undefined && canComplete(written, left, unread)) || unknown.length > 0,
    possibleAfter: (objectId) => {
      const me = policy.identityOf(objectId);
      const only = current ? stages.indexOf(current) : -1;
      return canComplete(
        written,
        left.map((voter) => (voter.identity === me ? { ...voter, only } : voter)),
        unread,
      );
    },
    possibleWith: (isThere) => {
      const there = deciders.filter(({ objectId }) => isThere(objectId));
      return rule !== undefined && canComplete(written, votersLeft(policy, there, stages, identities), unread);
    },
  };
};

/** Each approval counts in one stage: the first that lacks approvals and in which its person may decide. */
const stageReviews = (
  policy: Policy,
  rule: ChangeRule,
  parties: Parties,
  written: readonly Stage[],
  approvals: readonly Decision[],
): readonly StageReview[] => {
  const counted = new Set<string>();
  const identityOf = ({ person }: Decision): string => policy.identityOf(person.objectId);
  return written.map((stage, index) => {
    const deciders = decidersOf(policy, rule, parties, stage.decide);
    const theirs = approvals.filter(
      (approval) =>
        !counted.has(identityOf(approval)) && deciders.some(({ objectId }) => objectId === approval.person.objectId),
    );
    const voted = (taken: readonly Decision[]) =>
      votersOf(
        policy,
        deciders.filter(({ objectId }) => taken.some(({ person }) => person.objectId === objectId)),
      );
    const firstEnough = theirs.findIndex((_, at) => suffices(stage.quorum, voted(theirs.slice(0, at + 1))));
    const isLast = index === written.length - 1;
    const taken = firstEnough < 0 || isLast ? theirs : theirs.slice(0, firstEnough + 1);
    for (const approval of taken) counted.add(identityOf(approval));
    const voters = voted(taken);
    return { ...stage, deciders, counted: taken, given: voters.length, enough: suffices(stage.quorum, voters) };
  });
};

/** The people who have not denied; an approver stays in the stage of their approval. */
const votersLeft = (
  policy: Policy,
  deciders: readonly PolicyPerson[],
  stages: readonly StageReview[],
  denied: ReadonlySet<string>,
): readonly (StageVoter & { readonly identity: string })[] => {
  const stageOf = new Map(
    stages.flatMap(({ counted }, stage) =>
      counted.map(({ person }) => [policy.identityOf(person.objectId), stage] as const),
    ),
  );
  return votersOf(policy, deciders)
    .filter(({ identity }) => !denied.has(identity))
    .map((voter) => {
      const only = stageOf.get(voter.identity);
      return only === undefined ? voter : { ...voter, only };
    });
};

/** The question for the policy's rules about a change. @param requester directory object id */
export const questionOf = (
  policy: Policy,
  kind: ChangeKind,
  terms: unknown,
  requester: string,
): RuleQuestion & Parties => ({
  kind: kind.name,
  facets: kind.facets(terms),
  requester,
  forSelf: kind.isFor(terms, requester, policy),
  concerns: kind.concerns(terms, policy),
  byEmail: kind.concernsByEmail === true,
  receiver: receiverOf(kind, terms, requester)?.objectId,
});

/** The person in whose place somebody else asks. @param requester directory object id */
export const receiverOf = (kind: ChangeKind, terms: unknown, requester: string): Review['receiver'] => {
  const receiver = kind.receiver?.(terms);
  return receiver?.objectId.toLowerCase() === requester.toLowerCase() ? undefined : receiver;
};

/** Whether this person is the requester, a decider or a receiver. @param objectId lower case */
export const concernsPerson = ({ parties, deciders }: Review, objectId: string): boolean =>
  [parties.requester, ...parties.concerns, ...deciders.map((person) => person.objectId)].some(
    (id) => id.toLowerCase() === objectId,
  );

/** The code of a stop that may pass: whether it is allowed is unknown while groups cannot be read. */
export const UNREAD = 'Policy.Unread';

/** Why an approved change is not sent. */
export type Stopped = Omit<Failure, 'correlation'>;

/** Why the policy stops an approved change: no rule, too few approvals, or forbidden terms now. @returns undefined where it may be sent */
export const stoppedBy = (
  policy: Policy,
  kind: ChangeKind,
  change: Change,
  decisions: readonly Decision[],
  now: number,
): Stopped | undefined => {
  const review = reviewOf(policy, kind, { ...change, needs: 0 }, decisions);
  const reason = (text: TextKey, values: Stopped['values'], code = 'Policy.Changed'): Stopped => ({
    ...{ code, text, values, rules: [] },
  });
  const isShort = !review.rule || !review.enough;
  if (isShort && review.unread.length > 0) {
    return reason('changes.failure.unread', { groups: review.unread.join(', ') }, UNREAD);
  }
  if (!review.rule) return reason('changes.failure.notAskable', { who: change.requester.name });
  if (review.asksFirst) return reason('changes.failure.notAccepted', {});
  if (!review.enough)
    return reason('changes.failure.votes', {
      given: review.given,
      needs: review.needs,
      rule: review.rule.name,
    });
  const forbidden = kind.forbids?.(change.terms, policy, now);
  return forbidden && { code: 'Policy.Denied', text: forbidden.text, values: { ...forbidden.values }, rules: [] };
};
