import { type Account, everyAccount, type Groups, personOf, type Rule } from './plan.ts';

/*
 * What docs/policy.md means by stages, approvals and denials: nothing of src/engine/changes is read here, and who can still give the
 * missing approvals is tried in every way.
 */

export interface Vote {
  readonly as: Account;
  readonly verdict: 'approve' | 'deny';
}

/** A request that waits: its rule, the groups as they are now, who asked, and the votes that were taken, in order. */
export interface Waiting {
  readonly rule: Rule;
  readonly groups: Groups;
  readonly asker: Account;
  readonly votes: readonly Vote[];
}

export type Outcome = 'refused' | 'waiting' | 'approved' | 'denied';

const mayDecideIn = ({ rule, groups, asker }: Waiting, stage: number, account: Account): boolean =>
  personOf(account) !== personOf(asker) &&
  (rule.stages[stage]?.decide ?? []).some((group) => groups[group].includes(account));

const stagesIn = ({ rule }: Waiting): readonly number[] => rule.stages.map((_, n) => n);

const mayDecide = (request: Waiting, account: Account): boolean =>
  stagesIn(request).some((stage) => mayDecideIn(request, stage, account));

interface Tally {
  /** The stage in which each person's approval counts. */
  readonly seats: ReadonlyMap<string, number>;
  /** Whose approval would count if a stage lacked it. */
  readonly approvers: ReadonlySet<string>;
  readonly deniers: ReadonlySet<string>;
  /** The stage that is decided now; undefined where none lacks approvals. */
  readonly current: number | undefined;
}

/** Under the groups of this moment: each approval, in order, counts in the first stage that lacks one and in which its person may decide. */
const tallyOf = (request: Waiting): Tally => {
  const { rule, votes } = request;
  const counting = votes.filter(({ as }) => mayDecide(request, as));
  const seats = new Map<string, number>();
  const lacks = (stage: number): boolean =>
    [...seats.values()].filter((seat) => seat === stage).length < (rule.stages[stage]?.approvals ?? 0);
  const last = rule.stages.length - 1;
  for (const { as, verdict } of counting) {
    if (verdict === 'deny' || seats.has(personOf(as))) continue;
    const theirs = stagesIn(request).filter((stage) => mayDecideIn(request, stage, as));
    const seat = theirs.find(lacks) ?? theirs.find((stage) => stage === last);
    if (seat !== undefined) seats.set(personOf(as), seat);
  }
  const people = (verdict: Vote['verdict']) =>
    new Set(counting.filter((vote) => vote.verdict === verdict).map(({ as }) => personOf(as)));
  return { seats, approvers: people('approve'), deniers: people('deny'), current: stagesIn(request).find(lacks) };
};

/** Whether those who have not denied can give every approval, each in one stage: in the one of their approval where they have given it. */
const isPossible = (request: Waiting, { seats, deniers }: Pick<Tally, 'seats' | 'deniers'>): boolean => {
  const wanted = request.rule.stages.flatMap(({ approvals }, stage) => Array.from({ length: approvals }, () => stage));
  const people = [...new Set(everyAccount.map(personOf))].filter((person) => !deniers.has(person));
  const canSit = (person: string, stage: number): boolean =>
    (seats.get(person) ?? stage) === stage &&
    everyAccount.some((account) => personOf(account) === person && mayDecideIn(request, stage, account));
  const filled = ([stage, ...rest]: readonly number[], free: readonly string[]): boolean =>
    stage === undefined ||
    free.some(
      (person) =>
        canSit(person, stage) &&
        filled(
          rest,
          free.filter((one) => one !== person),
        ),
    );
  return filled(wanted, people);
};

/** Whether it is taken at all: without whoever asks there must be enough people. */
export const isTaken = (request: Waiting): boolean => isPossible(request, tallyOf(request));

const isSame = (request: Waiting, { as, verdict }: Vote): boolean =>
  mayDecide(request, as) && request.votes.some((vote) => vote.as === as && vote.verdict === verdict);

/** What comes of a press. `waiting`: it was taken, or had been taken before, and is not enough. */
export const outcomeOf = (request: Waiting, vote: Vote): Outcome => {
  const { as, verdict } = vote;
  if (!mayDecide(request, as)) return 'refused';
  return verdict === 'approve' ? outcomeOfApproval(request, as) : outcomeOfDenial(request, as);
};

const outcomeOfApproval = (request: Waiting, as: Account): Outcome => {
  const now = tallyOf(request);
  const me = personOf(as);
  const isDenied = now.deniers.size >= request.rule.denials;
  const { current } = now;
  const isRepeated = isSame(request, { as, verdict: 'approve' }) && (isDenied || current !== undefined);
  if (isRepeated) return 'waiting';
  if (isDenied || now.deniers.has(me)) return 'refused';
  // The policy made the approvals sufficient: one more press by anybody confirms them.
  if (current === undefined) return 'approved';
  if (now.approvers.has(me) && now.seats.get(me) !== current) return 'refused';
  if (!mayDecideIn(request, current, as)) return 'refused';
  const seats = new Map(now.seats).set(me, current);
  // A later stage needs them.
  if (isPossible(request, now) && !isPossible(request, { seats, deniers: now.deniers })) return 'refused';
  const after = tallyOf({ ...request, votes: [...request.votes, { as, verdict: 'approve' }] });
  return after.current === undefined ? 'approved' : 'waiting';
};

const outcomeOfDenial = (request: Waiting, as: Account): Outcome => {
  const now = tallyOf(request);
  const me = personOf(as);
  const isDenied = now.deniers.size >= request.rule.denials;
  if (!isDenied && isSame(request, { as, verdict: 'deny' })) return 'waiting';
  if (now.approvers.has(me) || (!isDenied && now.deniers.has(me))) return 'refused';
  const votes = [...request.votes, { as, verdict: 'deny' } as const];
  const after = tallyOf({ ...request, votes });
  const isOver = after.deniers.size >= request.rule.denials || !isPossible({ ...request, votes }, after);
  return isOver ? 'denied' : 'waiting';
};

/** What every copy says of its progress. */
export interface Progress {
  readonly given: number;
  readonly needs: number;
  /** From 1. */
  readonly stage: number;
  readonly stages: number;
  /** Whether an approval does not count any more. */
  readonly lapsed: boolean;
}

export const progressOf = (request: Waiting): Progress => {
  const { rule, votes } = request;
  const { seats, current } = tallyOf(request);
  return {
    given: seats.size,
    needs: rule.stages.reduce((sum, { approvals }) => sum + approvals, 0),
    stage: (current ?? rule.stages.length - 1) + 1,
    stages: rule.stages.length,
    lapsed: votes.some(({ as, verdict }) => verdict === 'approve' && !mayDecide(request, as)),
  };
};
