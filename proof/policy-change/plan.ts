import type { Try } from '../lib/access-service.ts';
import type { Dice } from '../lib/dice.ts';
import { calm, type Key, keys, type World, type WorldRule } from './policy.ts';

export type Verdict = 'approve' | 'deny' | 'accept';

export interface Press {
  readonly as: Key;
  readonly verdict: Verdict;
}

export type Step =
  | { readonly kind: 'press'; readonly presses: readonly Press[] }
  | { readonly kind: 'edit'; readonly world: World }
  /** The policy is changed while people press. */
  | { readonly kind: 'both'; readonly presses: readonly Press[]; readonly world: World }
  /** The policy is changed when the next call is about to leave. */
  | { readonly kind: 'before the call'; readonly world: World }
  | { readonly kind: 'restart' }
  | { readonly kind: 'wait'; readonly seconds: number };

export interface Schedule {
  readonly first: World;
  readonly asker: Key;
  /** Whom it is for. */
  readonly receiver: Key;
  readonly role: string;
  readonly days: number;
  readonly steps: readonly Step[];
  readonly tries: readonly Try[];
}

const mapValues = <T, U>(of: Readonly<Record<string, T>>, to: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, to(value, key)]));

const without = ({ people, groups, ...rest }: World, key: string): World => ({
  ...rest,
  people: Object.fromEntries(Object.entries(people).filter(([one, first]) => one !== key && first !== key)),
  groups: mapValues(groups, (members) => members.filter((one) => one !== key)),
});

const moved = (world: World, group: string, key: string, isIn: boolean): World =>
  key in world.people
    ? {
        ...world,
        groups: mapValues(world.groups, (members, name) => {
          if (name !== group) return members;
          const others = members.filter((one) => one !== key);
          return isIn ? [...others, key] : others;
        }),
      }
    : world;

const groupNames = Object.keys(calm.groups);
const deciding = ['leads', 'security', 'platform'] as const;

const ruleBy = (dice: Dice, name: string): WorldRule => ({
  name,
  roles: dice.pick([[], ['owner'], ['reader']]),
  ask: dice.pick([['askers'], ['askers'], ['leads'], ['ana']]),
  ...approvalsBy(dice),
});

const approvalsBy = (dice: Dice): Pick<WorldRule, 'decide' | 'approvals'> =>
  dice.pick<() => Pick<WorldRule, 'decide' | 'approvals'>>([
    () => ({ decide: [dice.pick(deciding)], approvals: dice.pick([1, 1, 2, 2, 3]) }),
    () => ({ decide: [...deciding], approvals: dice.pick([1, 2, 3]) }),
    () => ({ decide: undefined, approvals: { security: 1, platform: 1 } }),
    () => ({ decide: [...deciding], approvals: { [dice.pick(deciding)]: dice.pick([1, 2]) } }),
    () => ({ decide: undefined, approvals: 0 }),
  ])();

/** One slip, dismissal or tightening, as people make them; or all of it taken back. */
export const editOf = (dice: Dice, world: World, first: World): World => {
  const edits: (() => World)[] = [
    () => first,
    () => first,
    () => without(world, dice.pick(keys.slice(1))),
    () => moved(world, dice.pick(deciding), dice.pick(keys), false),
    () => moved(world, dice.pick(deciding), dice.pick(keys), false),
    () => moved(world, dice.pick(groupNames), dice.pick(keys), true),
    () => moved(world, 'askers', dice.pick(['ana', 'bo']), false),
    () => ({ ...world, rules: world.rules.toReversed() }),
    () => ({ ...world, rules: [ruleBy(dice, 'new'), ...world.rules.filter(({ name }) => name !== 'new')] }),
    () => ({ ...world, rules: world.rules.map((rule) => (dice.oneIn(2) ? { ...rule, ...approvalsBy(dice) } : rule)) }),
    () => ({
      ...world,
      rules: world.rules.map((rule) =>
        typeof rule.approvals === 'number' ? { ...rule, approvals: rule.approvals + 1 } : rule,
      ),
    }),
    () => ({
      ...world,
      people: mapValues(world.people, (same, key) => (key === 'gus' ? dice.pick(['ana', 'cy', 'ed']) : same)),
    }),
    () => ({ ...world, roles: mapValues(world.roles, ({ approvals }) => ({ days: dice.pick([3, 30]), approvals })) }),
    () => ({ ...world, roles: mapValues(world.roles, ({ days }) => ({ days, approvals: dice.pick([0, 0, 2]) })) }),
  ];
  return dice.pick(edits)();
};

const withOnBehalf = (dice: Dice, world: World): World => ({
  ...world,
  rules: world.rules.map((rule) => ({
    ...rule,
    onBehalf: dice.oneIn(5)
      ? undefined
      : { by: dice.pick([['askers'], ['askers'], ['ana'], ['leads']]), person: dice.pick(['ask', 'ask', 'tell']) },
  })),
});

const MOST_STEPS = 9;

/** The policy under which it is asked. */
export const firstWorld = (dice: Dice): World => ({
  ...calm,
  people: { ...calm.people, gus: dice.pick([undefined, 'ed', 'ana']) },
  groups: { ...calm.groups, leads: [...(calm.groups['leads'] ?? []), 'gus'] },
  rules: dice.pick([
    calm.rules,
    calm.rules.map((rule) => (rule.name === 'plain' ? { ...rule, approvals: 2 } : rule)),
    [ruleBy(dice, 'own'), ...calm.rules],
  ]),
});

export const scheduleBy = (dice: Dice): Schedule => {
  const first = withOnBehalf(dice, firstWorld(dice));
  const asker = dice.pick<Key>(['ana', 'ana', 'bo']);
  const receiver = dice.pick<Key>([asker, asker, 'ana', 'bo', 'bo', 'cy']);
  let world = first;
  const edited = (): World => {
    world = dice.oneIn(8) ? withOnBehalf(dice, world) : editOf(dice, world, first);
    return world;
  };
  const accept = (): Press => ({ as: dice.oneIn(6) ? dice.pick(keys) : receiver, verdict: 'accept' });
  const vote = (): Press => ({ as: dice.pick(keys), verdict: dice.oneIn(12) ? 'deny' : 'approve' });
  const press = (): Press => (receiver !== asker && dice.oneIn(4) ? accept() : vote());
  const step = (): Step =>
    dice.pick<() => Step>([
      () => ({ kind: 'press', presses: [press()] }),
      () => ({ kind: 'press', presses: [press()] }),
      () => ({ kind: 'press', presses: [press(), press()] }),
      () => ({ kind: 'edit', world: edited() }),
      () => ({ kind: 'edit', world: edited() }),
      () => ({ kind: 'both', presses: [press()], world: edited() }),
      () => ({ kind: 'before the call', world: edited() }),
      () => (dice.oneIn(2) ? { kind: 'restart' } : { kind: 'wait', seconds: dice.pick([1, 5, 40]) }),
    ])();
  return {
    first,
    ...{ asker, receiver },
    role: dice.pick(['reader', 'reader', 'owner']),
    days: dice.pick([2, 5]),
    steps: Array.from({ length: 4 + dice.below(MOST_STEPS) }, step),
    tries: Array.from({ length: 4 }, () => dice.pick<Try>(['ok', 'ok', 'away', 'away', 'lostAfter', 'lostBefore'])),
  };
};
