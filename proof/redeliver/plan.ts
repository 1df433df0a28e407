import { type Wanted, wants } from '../deciders.ts';
import { diceOf } from '../run-on-stores.ts';

export const kinds = ['approve', 'deny', 'cancel', 'submit', 'remove'] as const;
export type Kind = (typeof kinds)[number];

/** One copy of an invoke on its way. */
export interface Copy {
  /** 0: under the id of the first. */
  readonly id: number;
  readonly bot: number;
}

/** One press, and how often and in which way it arrives. */
export interface Redelivery {
  readonly run: number;
  readonly kind: Kind;
  readonly wanted: Wanted;
  /** What names it among all. */
  readonly reason: string;
  readonly copies: readonly Copy[];
  readonly atOnce: boolean;
}

/** Whoever leaves the length away is asked by a form, also where the vendor is too slow to tell what else the role needs. */
const withForm = wants.filter(({ role }) => role === 'contributor');
const without = wants.filter(({ role }) => role !== 'contributor');
const MOST = 4;

/** @param place in its batch: no two of a batch ask for the same */
export const redeliveryOf = (seed: number, run: number, place: number): Redelivery => {
  const dice = diceOf(seed, run);
  const kind = kinds[run % kinds.length] as Kind;
  const choices = kind === 'submit' ? withForm : without;
  const many = 1 + Math.floor(dice.next() * MOST);
  const [first, both] = [dice.pick([0, 1]), dice.oneIn(2)];
  return {
    run,
    kind,
    wanted: choices[place % choices.length] as Wanted,
    reason: `press ${run} of seed ${seed}.`,
    copies: Array.from({ length: many }, (_, n) => ({
      id: n > 0 && dice.oneIn(2) ? n : 0,
      bot: both ? first + n : first,
    })),
    atOnce: dice.oneIn(2),
  };
};
