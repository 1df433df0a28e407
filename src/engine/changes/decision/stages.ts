import { z } from 'zod';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { isMapping } from '#policy/file/yaml-source.ts';
import { durationSchema } from '#policy/model/entries.ts';
import type { Policy, PolicyBase, PolicyPerson } from '#policy/policy.ts';
import type { SignInTerms } from '#teams/fresh-sign-in/store.ts';
import type { ChangeKind, Facets } from '../change-kind.ts';

const SIGN_IN = 'sign-in';
const CONTEXT = /^c[1-9]\d?$/;

/** How a rule wants an approval to be confirmed. */
type RuleConfirmation = Omit<SignInTerms, 'withToken'>;

/** Where nothing else is said. */
export const USUAL_CONFIRMATION: RuleConfirmation = { maxAge: 5 * MINUTE };

const maxAge = durationSchema('"5 minutes" or "1 hour"').refine(
  (ms) => ms >= MINUTE && ms <= HOUR,
  'is no time for a fresh sign-in → write 1 minute to 1 hour',
);

/** `sign-in`, or `{ sign-in: { context: c1, maxAge: 5 minutes } }`. */
export const confirmSchema = z
  .union(
    [
      z.literal(SIGN_IN),
      z.strictObject({
        [SIGN_IN]: z.strictObject({
          /** A Conditional Access authentication context that the sign-in must meet. */
          context: z
            .string()
            .regex(CONTEXT, 'is not an authentication context → write its id in Entra ID, c1 to c99')
            .optional(),
          maxAge: maxAge.prefault('5 minutes'),
        }),
      }),
    ],
    'is not a way to confirm → write sign-in',
  )
  .transform((value): RuleConfirmation => (value === SIGN_IN ? USUAL_CONFIRMATION : value[SIGN_IN]));

/** The number of different people that approve a change, and how many of each group. */
export interface Quorum {
  readonly people: number;
  readonly groups: Readonly<Record<string, number>>;
}

/** A person who approves or may approve, with the groups that they can represent. */
interface Voter {
  readonly groups: ReadonlySet<string>;
}

/** Whether these people suffice. Each represents one group only, whatever other groups they are in. */
export const suffices = ({ people, groups }: Quorum, voters: readonly Voter[]): boolean =>
  voters.length >= people && fillsSeats(groupSeats(groups), voters, (voter, group) => voter.groups.has(group));

const groupSeats = (groups: Quorum['groups']): readonly string[] =>
  Object.entries(groups).flatMap(([group, count]) => Array.from({ length: count }, () => group));

/** The number of approvals that must come from named groups. */
const sizeOf = (groups: Quorum['groups']): number => groupSeats(groups).length;

/** Whether each seat finds a voter of its own: a maximum matching by augmenting paths, which moves people to make room. */
const fillsSeats = <Of extends Voter, Seat>(
  seats: readonly Seat[],
  voters: readonly Of[],
  fits: (voter: Of, seat: Seat) => boolean,
): boolean => {
  const seatOf = new Map<Of, Seat>();
  const fill = (seat: Seat, visited: Set<Of>): boolean =>
    voters.some((voter) => {
      if (visited.has(voter) || !fits(voter, seat)) return false;
      visited.add(voter);
      const holds = seatOf.get(voter);
      if (holds !== undefined && !fill(holds, visited)) return false;
      seatOf.set(voter, seat);
      return true;
    });
  return seats.every((seat) => fill(seat, new Set()));
};

/** Each person once, with all of their accounts' groups that are among these. */
export const votersOf = (
  policy: Pick<PolicyBase, 'identityOf'>,
  accounts: readonly PolicyPerson[],
): readonly (Voter & { readonly identity: string })[] => {
  const groups = new Map<string, Set<string>>();
  for (const { key, objectId, groups: own } of accounts) {
    const identity = policy.identityOf(objectId);
    groups.set(identity, new Set([...(groups.get(identity) ?? []), key, ...own]));
  }
  return [...groups].map(([identity, all]) => ({ identity, groups: all }));
};

/** The minimum number of approvals that the policy sets for what has these facets, whatever its rules say. */
export const fewestFor = (kind: ChangeKind, facets: Facets, policy: Policy): number => {
  const fewest = kind.fewestApprovals?.(policy) ?? {};
  return Math.max(0, ...Object.entries(facets).map(([facet, word]) => fewest[facet]?.[word] ?? 0));
};

/** One name or several. */
export const namesSchema = z.union([z.string(), z.array(z.string()).min(1)]).transform((value) => [value].flat());

/** No rule needs more. */
export const MOST_APPROVALS = 5;

const isCount = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MOST_APPROVALS;

/** A number of people, or a number for each group; one person represents one group only. */
export const approvalsSchema = z.custom<number | Readonly<Record<string, number>>>(
  (written) =>
    isCount(written, 0) ||
    (isMapping(written) &&
      Object.keys(written).length > 0 &&
      Object.values(written).every((count) => isCount(count, 1))),
  'is not a number of approvals → write a number, at most 5, or a number for each group as { security: 1, platform: 1 }',
);

/** A stage as the policy writes it; without `decide`, the groups of `approvals` decide. */
export const stageSchema = z.strictObject({ decide: namesSchema.optional(), approvals: approvalsSchema.optional() });

export type StageEntry = z.infer<typeof stageSchema>;

/** The approvals that a written stage needs: one, where it says nothing. */
export const quorumOf = (written: StageEntry): Quorum => {
  const groups = groupsOf(written);
  const people = typeof written.approvals === 'number' ? written.approvals : sizeOf(groups);
  return { people: written.approvals === undefined ? 1 : people, groups };
};

/** The number for each group; empty where any decider will do. */
export const groupsOf = ({ approvals: required }: StageEntry): Quorum['groups'] =>
  typeof required === 'object' ? required : {};

/** One step of a decision: which groups or people decide in it, and how many of them must approve. */
export interface Stage {
  readonly decide: readonly string[];
  readonly quorum: Quorum;
}

/** The number of approvals of all stages. */
export const approvalsIn = (stages: readonly Stage[]): number =>
  stages.reduce((sum, { quorum }) => sum + quorum.people, 0);

/** The stages with at least this number of approvals: missing ones are added to the last stage. */
export const withAtLeast = (stages: readonly Stage[], least: number): readonly Stage[] => {
  const missing = Math.max(0, least - approvalsIn(stages));
  return stages.map(({ decide, quorum }, index) => ({
    decide,
    quorum: { ...quorum, people: quorum.people + (index === stages.length - 1 ? missing : 0) },
  }));
};

/** Somebody who may decide; `only` is the number of the stage in which they have approved. */
export interface StageVoter extends Voter {
  readonly only?: number;
}

/** Whether these people can give the approvals of all stages, each in one stage alone. @param unread groups taken to have enough */
export const canComplete = (
  stages: readonly Stage[],
  voters: readonly StageVoter[],
  unread: readonly string[] = [],
): boolean => {
  const isOpen = ({ decide, group }: Seat): boolean =>
    unread.some((name) => decide.includes(name) && (group === undefined || group === name));
  const seats = stages.flatMap(seatsOf).filter((seat) => !isOpen(seat));
  return fillsSeats(seats, voters, ({ groups, only }, { stage, decide, group }) => {
    const isTheirs = only === undefined || only === stage;
    return isTheirs && decide.some((name) => groups.has(name)) && (group === undefined || groups.has(group));
  });
};

interface Seat extends Pick<Stage, 'decide'> {
  readonly stage: number;
  /** The group that this approval must come from, if the stage says so. */
  readonly group?: string;
}

const seatsOf = ({ decide, quorum }: Stage, stage: number): Seat[] => {
  const grouped = Object.entries(quorum.groups).flatMap(([group, count]) => times(count, { stage, decide, group }));
  return [...grouped, ...times(quorum.people - sizeOf(quorum.groups), { stage, decide })];
};

const times = (count: number, seat: Seat): Seat[] => Array.from({ length: Math.max(0, count) }, () => seat);

/** Every account that may decide in this stage by the policy, for any requester. */
export const accountsOf = (policy: PolicyBase, { decide }: Pick<Stage, 'decide'>): readonly PolicyPerson[] => [
  ...new Map(decide.flatMap((group) => policy.membersOf(group)).map((person) => [person.objectId, person])).values(),
];
