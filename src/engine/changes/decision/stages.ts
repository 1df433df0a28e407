import { z } from 'zod';
import { isMapping } from '#policy/file/yaml-source.ts';
import type { PolicyBase, PolicyPerson } from '#policy/policy.ts';
import { fillsSeats, type Quorum, sizeOf, type Voter } from './quorum.ts';

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

/**
 * Whether these people can give the approvals of all stages, each person in one stage alone.
 * @param unread groups with unknown members: they are taken to have enough
 */
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
