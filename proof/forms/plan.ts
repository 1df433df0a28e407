import type { PersonKey } from '../../sandbox/world.ts';
import { type Moment, sql } from '../cluster/trap.ts';
import { diceOf } from '../lib/dice.ts';
import type { Redeliveries } from '../redeliver-unanswered.ts';

/** What one of the two people types, page by page. */
export interface Filling {
  readonly who: PersonKey;
  readonly role: 'reader' | 'contributor';
  readonly place: 'payments' | 'staging' | 'ledger';
  readonly days: number;
  /** What names this person's request of this run among all. */
  readonly reason: string;
}

/** How the bot goes: in the middle of what somebody sends, or between two of these; at once, or drained. */
export type Ending =
  | { readonly kind: 'in the middle'; readonly moment: Moment; readonly where: string }
  | { readonly kind: 'killed between' }
  | { readonly kind: 'drained between' };

export interface Plan extends Redeliveries {
  readonly people: readonly [Filling, Filling];
  /** Whose page is sent next, in order: each person has two pages. */
  readonly order: readonly (0 | 1)[];
  /** Before or at which of these the bot goes. */
  readonly at: number;
  readonly ending: Ending;
}

const endings: readonly Ending[] = [
  { kind: 'killed between' },
  { kind: 'drained between' },
  { kind: 'in the middle', where: 'verified', moment: sql('before', '^insert into "seen_activities"') },
  { kind: 'in the middle', where: 'before the answer', moment: { on: 'answer' } },
  { kind: 'in the middle', where: 'before the form is kept', moment: sql('before', '^insert into "open_forms"') },
];

const orders: readonly (readonly (0 | 1)[])[] = [
  [0, 1, 0, 1],
  [0, 1, 1, 0],
  [1, 0, 0, 1],
  [0, 0, 1, 1],
];

/** Ana and Di fill in the same form at the same time; neither wants what the other does. */
export const planOf = (seed: number, run: number): Plan => {
  const dice = diceOf(seed, run);
  const filling = (who: PersonKey): Filling => ({
    who,
    role: dice.pick(['reader', 'contributor'] as const),
    place: dice.pick(['payments', 'staging', 'ledger'] as const),
    days: 2 + Math.floor(dice.next() * 12),
    reason: `what ${who} typed in run ${run} of seed ${seed}`,
  });
  return {
    people: [filling('ana'), filling('di')],
    order: dice.pick(orders),
    at: Math.floor(dice.next() * 4),
    ending: dice.pick(endings),
    again: dice.pick([1, 2] as const),
    newId: dice.oneIn(2),
  };
};
