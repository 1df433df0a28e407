import { people, type SandboxPerson } from '../../sandbox/world.ts';
import { SECOND } from '../../src/platform/lib/clock.ts';
import type { Outcome } from '../access-cards/vendor-front.ts';
import { deciders } from '../deciders.ts';
import type { Click } from '../direct-client.ts';
import { type Dice, diceOf } from '../lib/dice.ts';
import type { Waiting } from '../requests.ts';

/** How much comes in one moment: eight presses on each request, and so many commands of each of five people. */
export interface Crowd {
  readonly requests: number;
  readonly commands: number;
}

/** 200 presses and 25 commands. */
export const wholeCrowd: Crowd = { requests: 25, commands: 5 };

const HANG_MS = 60 * SECOND;

/** Every second run the vendor does not answer a third of the grants for a minute; in the others it throttles them. */
export const isHanging = (run: number): boolean => run % 2 === 0;

/** More than Steward sends in one run. */
const MOST_CALLS = 400;
/** After so many calls the vendor takes everything. */
const TROUBLED = 30;

/** What becomes of each grant that is sent. */
export const outcomesOf = (seed: number, run: number): readonly Outcome[] => {
  const dice = diceOf(seed, run);
  const throttled = (): Outcome => ({
    ...{ is: 'refused', status: 429, code: 'TooManyRequests' },
    retryAfter: 2 + dice.below(5),
  });
  const hanging = (): Outcome => ({ is: 'hangs', ms: HANG_MS, ...(dice.oneIn(2) ? { after: true } : {}) });
  return Array.from({ length: MOST_CALLS }, (_, n): Outcome => {
    if (n >= TROUBLED || dice.below(3) > 0) return { is: 'passed on' };
    return isHanging(run) ? hanging() : throttled();
  });
};

export const HELD_MS = HANG_MS;

type Verb = 'approve' | 'deny' | 'cancel' | 'view' | 'claim';

/** What is pressed on one request: most are approved, every fifth may as well be denied or withdrawn. */
const verbsOn = (n: number): readonly Verb[] =>
  n % 5 === 0
    ? ['approve', 'deny', 'cancel', 'view', 'view', 'view', 'view', 'claim']
    : ['approve', 'approve', 'approve', 'view', 'view', 'view', 'view', 'claim'];

const pressBy = (dice: Dice, { id, root, card, wish }: Waiting, verb: Verb, person: SandboxPerson): Click => ({
  id: `f:${id}-${verb}-${dice.below(2 ** 24)}`,
  person: verb === 'cancel' ? people[wish.wanted.asker] : person,
  on: { channel: 'approvals', root, card },
  verb: `change.${verb}`,
  data: { change: id, terms: 1, ...(verb === 'deny' ? { 'change.deny.reason': 'not today' } : {}) },
});

/** The presses on all of them, each by another person who decides. */
export const clicksOn = (waiting: readonly Waiting[], seed: number, run: number): readonly Click[] => {
  const dice = diceOf(seed, run);
  return waiting.flatMap((one, n) =>
    verbsOn(n).map((verb, at) => pressBy(dice, one, verb, deciders[(n * 8 + at) % deciders.length] as SandboxPerson)),
  );
};
