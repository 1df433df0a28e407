import type { Try } from '../lib/access-service.ts';
import type { Dice } from '../lib/dice.ts';

export type Step =
  | { readonly kind: 'extend'; readonly minutes: number }
  | { readonly kind: 'approve' | 'deny' | 'withdraw' | 'remove' | 'restart' | 'approve and remove' }
  | { readonly kind: 'wait'; readonly minutes: number };

export interface Schedule {
  /** Whether the service takes what begins where the first assignment ends. */
  readonly adjacent: boolean;
  /** How far the service's lists lag behind. */
  readonly lagMinutes: number;
  /** The length of the first grant. */
  readonly minutes: number;
  readonly steps: readonly Step[];
  readonly tries: readonly Try[];
}

const HOUR = 60;

const stepBy = (dice: Dice): Step => {
  const kind = dice.pick([
    ...(['extend', 'extend', 'approve', 'approve', 'approve'] as const),
    ...(['wait', 'wait', 'wait', 'deny', 'withdraw', 'remove', 'restart', 'approve and remove'] as const),
  ]);
  if (kind === 'extend') return { kind, minutes: 10 + dice.below(5 * HOUR) };
  if (kind === 'wait') return { kind, minutes: 1 + dice.below(dice.pick([20, 3 * HOUR, 9 * HOUR])) };
  return { kind };
};

const tryBy = (dice: Dice): Try => dice.pick(['ok', 'ok', 'ok', 'away', 'lostAfter', 'lostBefore']);

/** One schedule of a grant's life; half of them at a service without faults. */
export const scheduleBy = (dice: Dice): Schedule => ({
  adjacent: dice.oneIn(2),
  lagMinutes: dice.pick([0, 3]),
  minutes: 30 + dice.below(8 * HOUR),
  steps: Array.from({ length: 2 + dice.below(9) }, () => stepBy(dice)),
  tries: dice.oneIn(2) ? [] : Array.from({ length: dice.below(8) }, () => tryBy(dice)),
});
