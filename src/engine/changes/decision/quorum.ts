import type { Policy, PolicyBase, PolicyPerson } from '#policy/policy.ts';
import type { ChangeKind, Facets } from '../change-kind.ts';

/** The number of different people that approve a change, and how many of each group. */
export interface Quorum {
  readonly people: number;
  readonly groups: Readonly<Record<string, number>>;
}

/** A person who approves or may approve, with the groups that they can represent. */
export interface Voter {
  readonly groups: ReadonlySet<string>;
}

/** Whether these people suffice. Each represents one group only, whatever other groups they are in. */
export const suffices = ({ people, groups }: Quorum, voters: readonly Voter[]): boolean =>
  voters.length >= people && fillsSeats(seatsOf(groups), voters, (voter, group) => voter.groups.has(group));

const seatsOf = (groups: Quorum['groups']): readonly string[] =>
  Object.entries(groups).flatMap(([group, count]) => Array.from({ length: count }, () => group));

/** The number of approvals that must come from named groups. */
export const sizeOf = (groups: Quorum['groups']): number => seatsOf(groups).length;

/**
 * Whether each seat finds a voter of its own who fits it. A maximum matching by augmenting paths: people already assigned move
 * to another seat where that makes room.
 */
export const fillsSeats = <Of extends Voter, Seat>(
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
