import { MINUTE } from '../../../src/platform/lib/clock.ts';
import { openDatabase } from '../../../src/platform/storage/database.ts';
import type { OpenStore } from '../../../test/support/database.ts';
import type { Proof } from '../../proof.ts';
import { type Dice, diceOf, runOnStores } from '../../run-on-stores.ts';
import { playRows } from './environment.ts';
import { noiseViolations } from './invariants.ts';
import { minutesIn } from './local-clock.ts';
import { type Case, casesOf, type Moment, TABLE_SIZE } from './table.ts';

/** Rows that run at the same moment, each in its own channel. */
const ROWS_EACH = 120;
const YEAR = 365 * 24 * 60;
const YEAR_BEGINS = Date.parse('2026-04-01T00:00:00Z');
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;

const momentBy = (dice: Dice): Moment => {
  const zone = dice.pick(zones);
  const at = YEAR_BEGINS + dice.below(YEAR) * MINUTE + dice.below(40) * 1_000;
  const minute = minutesIn(zone, at);
  const day = (minutes: number): number => (minutes + 2 * 1_440) % 1_440;
  return {
    ...{ at, zone, awake: Math.floor(at / MINUTE) * MINUTE + (10 + dice.below(300)) * MINUTE },
    quiet: {
      none: undefined,
      now: { from: day(minute - 60), to: day(minute + 5 + dice.below(600)) },
      night: { from: day(minute - 5), to: 9 * 60 + 30 },
      soon: { from: day(minute + 1), to: day(minute + 130) },
    },
  };
};

const wordsOf = (row: Case): string =>
  Object.entries(row)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Every combination of mutes, digests, quiet hours and pauses: post, queue or nothing, as specified. */
export const noise: Proof = {
  name: 'health-8',
  says: 'a channel gets the notifications that its settings want, when they want them',
  short: { runs: 100, seed: 5 },
  runs: TABLE_SIZE,
  async prove(options) {
    const { runs, seed, complain } = options;
    const rows = casesOf(seed, runs);
    const batches = Math.max(options.stores.length, Math.ceil(runs / ROWS_EACH));
    const size = Math.ceil(runs / batches);
    let made = 0;
    await runOnStores(
      { ...options, runs: batches },
      {
        runsPerEnvironment: 1,
        open: async (store) => ({
          async run(batch) {
            const from = (batch - 1) * size;
            const moment = momentBy(diceOf(seed, batch));
            const open: OpenStore = (migrations) => openDatabase(store.url, migrations);
            const outcomes = await playRows(open, rows.slice(from, from + size), moment);
            outcomes.forEach((outcome, n) => {
              const at = `${new Date(moment.at).toISOString()} in ${moment.zone}, ${wordsOf(outcome.row)}`;
              for (const words of noiseViolations(outcome)) complain({ run: from + n + 1, at, words });
            });
            made += outcomes.length;
            return true;
          },
          end: async () => {},
        }),
      },
    );
    return made;
  },
};
