import type { Fault } from '../../sandbox/cloud/faults/faults.ts';
import { type PersonKey, team } from '../../sandbox/world.ts';
import type { scopes } from '../../test/support/story.ts';
import { type Dice, diceOf } from '../lib/dice.ts';
import type { Redeliveries } from '../redeliver-unanswered.ts';

/** Who asks whom for what, and how the world is disposed, in one run. */
export interface Plan extends Redeliveries {
  readonly asker: PersonKey;
  readonly decider: PersonKey;
  /** Who takes the role away again, where the run comes so far. */
  readonly remover: PersonKey;
  readonly role: 'reader' | 'contributor';
  readonly place: keyof typeof scopes;
  readonly days: number;
  /** What names this run's request among all. */
  readonly reason: string;
  /** Conversation in which it is asked. */
  readonly where: string;
  /** How the vendor answers a GUID that it knows. */
  readonly reused: Extract<Fault, { kind: 'reused-guid' }>['answer'];
  /** Whether Teams hands over again what got no answer while the dead bot still holds its leases. */
  readonly early: boolean;
  /** Milliseconds between the restart and the end of the leases. */
  readonly pauseMs: number;
  readonly dice: Dice;
}

const reasons = [
  'I look into the failed payouts',
  'the ledger does not add up; see ticket 4711',
  'Bo asked me to *check* the [queue]',
  'on call, Ünïcode and “quotes” included',
];

export const planOf = (seed: number, run: number): Plan => {
  const dice = diceOf(seed, run);
  const asker = dice.pick(['ana', 'di', 'bo'] as const);
  const decider = asker === 'bo' ? 'cy' : dice.pick(['bo', 'cy'] as const);
  const general = team.channels.find(({ key }) => key === 'general')?.id ?? '';
  const finance = team.channels.find(({ key }) => key === 'finance')?.id ?? '';
  return {
    asker,
    decider,
    remover: dice.pick(['bo', 'cy'] as const),
    role: dice.pick(['reader', 'contributor'] as const),
    place: dice.pick(['payments', 'staging', 'ledger'] as const),
    days: 1 + Math.floor(dice.next() * 14),
    reason: `${dice.pick(reasons)} (run ${run} of seed ${seed})`,
    where: dice.pick([general, finance, `a:sandbox-${asker}`]),
    reused: dice.pick(['conflict', 'success', 'exists'] as const),
    again: dice.pick([1, 2] as const),
    early: dice.oneIn(2),
    newId: dice.oneIn(2),
    pauseMs: Math.floor(dice.next() * 120),
    dice,
  };
};
