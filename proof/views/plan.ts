import type { Dice } from '../lib/dice.ts';
import { editOf, firstWorld } from '../policy-change/plan.ts';
import { type Key, keys, policyText, type World } from '../policy-change/policy.ts';

interface Vote {
  readonly as: Key;
  readonly verdict: 'approve' | 'deny';
  /** The decider makes it shorter. */
  readonly shorter: boolean;
}

/** How a request ends before its card is looked at; `late`: its deadline has passed, and nobody has noticed yet. */
const endings = [
  'none',
  'done',
  'done and over',
  'removal requested',
  'failed',
  'cancelled',
  'expired',
  'late',
] as const;
export type Ending = (typeof endings)[number];

/** One request and what became of it: its card is then looked at by everybody. */
export interface CardPlan {
  /** The policies that were in force one after the other; it is asked under the first. */
  readonly policies: readonly string[];
  readonly asker: Key;
  readonly role: string;
  readonly days: number;
  /** Each under the policy of its place; a vote that is refused changes nothing. */
  readonly votes: readonly Vote[];
  readonly ending: Ending;
  /** How many people the conversation has. */
  readonly crowd: number;
}

const removals = [
  'ask: [askers, leads], decide: [security], card: here',
  'ask: [leads], approvals: 0',
  'ask: self, approvals: 0',
  'ask: everyone, decide: [leads], card: here',
] as const;

/** The policy with a rule for removals, or with none. */
const withRemovals = (world: World, dice: Dice): string => {
  const removal = dice.pick([undefined, ...removals]);
  const rule = removal === undefined ? '' : `    - { name: removals, change: access.remove, ${removal} }\n`;
  return `${policyText(world)}${rule}`;
};

export const planBy = (dice: Dice): CardPlan => {
  const first = firstWorld(dice);
  const worlds = [first];
  for (let edits = dice.below(4); edits > 0; edits -= 1) worlds.push(editOf(dice, worlds.at(-1) ?? first, first));
  const vote = (): Vote => ({
    as: dice.pick(keys),
    verdict: dice.oneIn(10) ? 'deny' : 'approve',
    shorter: dice.oneIn(4),
  });
  return {
    policies: worlds.map((world) => withRemovals(world, dice)),
    asker: dice.pick(['ana', 'ana', 'bo']),
    role: dice.pick(['reader', 'reader', 'owner']),
    days: dice.pick([2, 5]),
    votes: Array.from({ length: dice.below(5) }, vote),
    ending: dice.pick(['none', 'none', 'none', ...endings]),
    crowd: dice.pick([8, 60, 61, 400]),
  };
};
