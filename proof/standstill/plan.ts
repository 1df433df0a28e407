import { MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import { commit, type Moment, sql } from '../cluster/trap.ts';
import { type Dice, diceOf } from '../lib/dice.ts';

/** What happens to one bot, to the server's processes that serve the bots, or to clocks. Times are milliseconds. */
export type Fault =
  | { readonly kind: 'bot stands still'; readonly bot: number; readonly at: Moment | undefined; readonly ms: number }
  | { readonly kind: 'backends stand still'; readonly share: number; readonly ms: number }
  | { readonly kind: 'backends are ended'; readonly share: number }
  | { readonly kind: 'bot is killed'; readonly bot: number }
  | { readonly kind: 'bot is restarted'; readonly bot: number }
  | { readonly kind: 'clock is wrong'; readonly bot: number | 'all'; readonly aheadMs: number; readonly ms: number };

export interface Plan {
  readonly dice: Dice;
  /** Each begins so long after the start. */
  readonly faults: readonly { readonly afterMs: number; readonly fault: Fault }[];
}

/** In the middle of a transaction, with its locks taken. */
const moments: readonly Moment[] = [
  commit('before', 'changes'),
  commit('before', 'audit'),
  commit('before', 'jobs'),
  sql('before', 'insert into "deliveries"'),
  sql('after', 'pg_advisory_xact_lock'),
  sql('before', 'seen_activities'),
];

const SHORTEST_MS = 5 * SECOND;
const LONGEST_MS = 90 * SECOND;
const LATEST_MS = 4 * SECOND;
/** A bot that is further ahead refuses what Teams signed an hour before by its clock. */
const MOST_AHEAD_MS = 55 * MINUTE;
const MOST_BEHIND_MS = 60 * MINUTE;

/** @param longestMs of one standstill */
export const planOf = (seed: number, run: number, longestMs = LONGEST_MS): Plan => {
  const dice = diceOf(seed, run);
  /** Many short ones and few long ones, each length as likely as its double. */
  const length = (): number => SHORTEST_MS * (longestMs / SHORTEST_MS) ** dice.next();
  // The other bot goes on and is asked meanwhile.
  const bot = dice.pick([0, 1]);

  const stop = (): Fault =>
    dice.oneIn(2)
      ? { kind: 'bot stands still', bot, at: dice.oneIn(4) ? undefined : dice.pick(moments), ms: length() }
      : { kind: 'backends stand still', share: dice.pick([0.2, 0.5, 1]), ms: length() };
  const other = (): Fault => {
    switch (dice.pick(['stop', 'end', 'kill', 'restart', 'clock', 'clock'] as const)) {
      case 'stop':
        return stop();
      case 'end':
        return { kind: 'backends are ended', share: dice.pick([0.2, 0.5, 1]) };
      case 'kill':
        return { kind: 'bot is killed', bot };
      case 'restart':
        return { kind: 'bot is restarted', bot };
      default: {
        const aheadMs = dice.oneIn(2) ? MOST_AHEAD_MS * dice.next() : -MOST_BEHIND_MS * dice.next();
        return { kind: 'clock is wrong', bot: dice.pick([bot, 'all' as const]), aheadMs, ms: length() };
      }
    }
  };
  const faults = [stop(), ...Array.from({ length: dice.pick([0, 1, 2]) }, other)];
  return { dice, faults: faults.map((fault) => ({ afterMs: LATEST_MS * dice.next(), fault })) };
};

export const wordsOf = ({ faults }: Plan): string =>
  faults
    .map(({ fault }) => ('ms' in fault ? `${fault.kind} for ${Math.round(fault.ms / SECOND)} s` : fault.kind))
    .join(', ');
