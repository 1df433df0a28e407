import type { World, WorldRule } from './policy.ts';

/** What was asked, as the model keeps it. */
export interface Wish {
  readonly asker: string;
  /** Who gets it: the asker, or somebody in whose place they ask. */
  readonly receiver: string;
  /** Whether that person has accepted it. */
  readonly accepted: boolean;
  readonly role: string;
  readonly days: number;
  /** How many approvals the policy wanted when it was asked. */
  readonly wanted: number;
}

/** Who pressed Approve and was taken, by account. */
export type Votes = readonly string[];

/*
 * The policy's meaning, written from docs/policy.md alone: nothing of src/engine/changes is read here, and what can be tried in every
 * way is tried in every way.
 */

const person = ({ people }: World, key: string): string => people[key] ?? key;

const isIn = ({ people, groups }: World, key: string, names: readonly string[]): boolean =>
  key in people && names.some((name) => name === key || (groups[name] ?? []).includes(key));

type Asking = Pick<Wish, 'asker' | 'receiver' | 'role'>;

const isOnBehalf = ({ asker, receiver }: Asking): boolean => asker !== receiver;

const ruleFor = (world: World, wish: Asking): WorldRule | undefined => {
  const { asker, receiver, role } = wish;
  const rule = world.rules.find(
    ({ roles, ask }) => (roles.length === 0 || roles.includes(role)) && isIn(world, receiver, ask),
  );
  return !isOnBehalf(wish) || isIn(world, asker, rule?.onBehalf?.by ?? []) ? rule : undefined;
};

/** Whether the other person's word is missing. */
export const waitsForReceiver = (world: World, wish: Wish): boolean => {
  const rule = ruleFor(world, wish);
  return rule !== undefined && isOnBehalf(wish) && !wish.accepted && rule.onBehalf?.person === 'ask';
};

const mayDecide = (world: World, rule: WorldRule, { asker, receiver }: Asking, key: string): boolean => {
  const groups = rule.decide ?? (typeof rule.approvals === 'object' ? Object.keys(rule.approvals) : []);
  return isIn(world, key, groups) && [asker, receiver].every((one) => person(world, key) !== person(world, one));
};

const wantedBy = (world: World, rule: WorldRule, role: string): number => {
  const own =
    typeof rule.approvals === 'number' ? rule.approvals : Object.values(rule.approvals).reduce((sum, n) => sum + n, 0);
  return Math.max(own, world.roles[role]?.approvals ?? 0);
};

/** Gives every seat to somebody, in every order. */
const seated = (world: World, seats: readonly string[], people: readonly (readonly string[])[]): boolean => {
  const [seat, ...rest] = seats;
  if (seat === undefined) return true;
  return people.some(
    (accounts, at) => accounts.some((key) => isIn(world, key, [seat])) && seated(world, rest, people.toSpliced(at, 1)),
  );
};

/** Accounts, each person's together. */
const byPerson = (world: World, accounts: readonly string[]): string[][] => {
  const people = [...new Set(accounts.map((key) => person(world, key)))];
  return people.map((one) => [...new Set(accounts.filter((key) => person(world, key) === one))]);
};

const carried = (world: World, rule: WorldRule, wish: Wish, votes: Votes, least: number): boolean => {
  const counted = votes.filter((key) => mayDecide(world, rule, wish, key));
  const people = byPerson(world, counted);
  const seats =
    typeof rule.approvals === 'object'
      ? Object.entries(rule.approvals).flatMap(([group, n]) => Array.from({ length: n }, () => group))
      : [];
  return people.length >= Math.max(least, wantedBy(world, rule, wish.role)) && seated(world, seats, people);
};

/** How many approvals a wish needs when it is asked; undefined where nobody may ask for it or too few could decide. */
export const wantedAtFirst = (world: World, wish: Omit<Wish, 'wanted' | 'accepted'>): number | undefined => {
  const rule = ruleFor(world, wish);
  if (!rule || wish.days > (world.roles[wish.role]?.days ?? 0)) return undefined;
  const wanted = wantedBy(world, rule, wish.role);
  const possible = carried(world, rule, { ...wish, accepted: false, wanted }, Object.keys(world.people), 0);
  return possible ? wanted : undefined;
};

/** Whether what waits may become approved by these votes. */
export const isApprovable = (world: World, wish: Wish, votes: Votes): boolean => {
  const rule = ruleFor(world, wish);
  if (!rule || wish.days > (world.roles[wish.role]?.days ?? 0) || waitsForReceiver(world, wish)) return false;
  return carried(world, rule, wish, votes, wish.wanted);
};

/** Whether what was approved by these votes may go out. */
export const maySend = (world: World, wish: Wish, votes: Votes): boolean =>
  isApprovable(world, { ...wish, wanted: 0 }, votes);

export type Expected = 'refused' | 'denied' | 'approved' | 'waiting';

/** What comes of a press on what waits. `waiting`: the vote is taken, or was taken before, and it is not enough. */
export const expectedOf = (
  world: World,
  wish: Wish,
  votes: Votes,
  key: string,
  verdict: 'approve' | 'deny',
): Expected => {
  const rule = ruleFor(world, wish);
  if (!rule || !mayDecide(world, rule, wish, key) || waitsForReceiver(world, wish)) return 'refused';
  const counted = votes.filter((voter) => mayDecide(world, rule, wish, voter));
  const voted = counted.some((voter) => person(world, voter) === person(world, key));
  const before = carried(world, rule, wish, votes, wish.wanted);
  if (verdict === 'deny') return voted ? 'refused' : 'denied';
  if (counted.includes(key) && !before) return 'waiting';
  if (wish.days > (world.roles[wish.role]?.days ?? 0)) return 'refused';
  return carried(world, rule, wish, [...votes, key], wish.wanted) ? 'approved' : 'waiting';
};

/** What comes of Accept on what waits. `waiting`: nothing, or the approvers get it. */
export const expectedOfAccept = (world: World, wish: Wish, key: string): Expected => {
  const rule = ruleFor(world, wish);
  if (!isOnBehalf(wish) || key !== wish.receiver) return 'refused';
  if (wish.accepted) return 'waiting';
  if (!rule) return 'refused';
  const needsNobody = wish.wanted === 0 && wantedBy(world, rule, wish.role) === 0;
  if (!waitsForReceiver(world, wish) && !needsNobody) return 'waiting';
  if (wish.days > (world.roles[wish.role]?.days ?? 0)) return 'refused';
  return needsNobody ? 'approved' : 'waiting';
};

/** What the card of what waits must say of its votes: how many count of how many, and whether one does not any more. */
export const figuresOf = (world: World, wish: Wish, votes: Votes) => {
  const rule = ruleFor(world, wish);
  if (!rule) return undefined;
  const counted = votes.filter((key) => mayDecide(world, rule, wish, key));
  return {
    given: byPerson(world, counted).length,
    needs: Math.max(wish.wanted, wantedBy(world, rule, wish.role)),
    lapsed: counted.length < votes.length,
  };
};
