import { people, type SandboxPerson } from '../../sandbox/world.ts';
import { deciders, type Wanted, wants } from '../deciders.ts';
import { diceOf } from '../lib/dice.ts';

export interface Clicker {
  readonly person: SandboxPerson;
  readonly verdict: 'approve' | 'deny' | 'cancel';
  /** Which of the two processes hears it. */
  readonly bot: number;
}

/** One request that waits, and everybody who ends it in the same moment. */
export interface RacePlan {
  readonly run: number;
  readonly wanted: Wanted;
  /** What names it among all. */
  readonly reason: string;
  readonly clickers: readonly Clicker[];
  /** Its deadline comes in that moment too. */
  readonly expires: boolean;
}

const FEWEST = 2;
const MOST = 16;
const verdicts = ['approve', 'approve', 'approve', 'deny', 'deny', 'cancel'] as const;

/** @param place in its batch: no two of a batch ask for the same */
export const raceOf = (seed: number, run: number, place: number): RacePlan => {
  const dice = diceOf(seed, run);
  const wanted = wants[place % wants.length] as Wanted;
  const expires = dice.oneIn(4);
  const many = FEWEST + Math.floor(dice.next() * (MOST - FEWEST + 1));
  const first = dice.pick([0, 1]);
  const clickers = Array.from({ length: many - (expires ? 1 : 0) }, (_, n) => {
    const verdict = dice.pick(verdicts);
    return { verdict, person: verdict === 'cancel' ? people[wanted.asker] : dice.pick(deciders), bot: first + n };
  });
  return { run, wanted, reason: `race ${run} of seed ${seed}.`, clickers, expires };
};

/**
 * After how many of the races against the clock the deadline comes, one at least. By dice of its own: those of a race that
 * expires have all begun with a low throw.
 */
export const deadlineAfter = (seed: number, races: readonly Pick<RacePlan, 'run'>[]): number =>
  Math.ceil((0.3 + 0.4 * diceOf(seed + 1, races[0]?.run ?? 0).next()) * races.length);
