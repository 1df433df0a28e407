import { type Dice, diceOf } from '../../lib/dice.ts';

/** What goes wrong while an invoice is read. */
export interface Plan {
  readonly rows: number;
  /** Whether the vendor counts, as it is asked to. */
  readonly counts: boolean;
  /** At which request what is answered in place of a page, from 0; each once. */
  readonly faults: ReadonlyMap<number, Fault>;
  /** From this request on every one is refused. */
  readonly downFrom: number | undefined;
  /** A row that stands in the list twice, always. */
  readonly twice: number | undefined;
  /** Before which request a row comes in at which place. */
  readonly inserts: ReadonlyMap<number, number>;
  /** Before which request the row at which place goes. */
  readonly removals: ReadonlyMap<number, number>;
  /** Rows that no schema reads. */
  readonly broken: readonly number[];
  /** How many more the vendor counts than there are. */
  readonly counted: number;
}

export const faults = ['throttled', 'failed', 'unavailable', 'broken off', 'link refused'] as const;
export type Fault = (typeof faults)[number];

export const ROWS = 1_237;

const some = <T>(dice: Dice, most: number, make: () => T): T[] =>
  Array.from({ length: Math.floor(dice.next() * (most + 1)) }, make);

/** The first run is the statement's own: 429, 500, a repeated row and one that is inserted between pages. */
export const planOf = (seed: number, run: number): Plan => {
  const dice = diceOf(seed, run);
  const request = (): number => 1 + Math.floor(dice.next() * 24);
  const place = (): number => Math.floor(dice.next() * ROWS);
  const quiet = { broken: [], counted: 0, downFrom: undefined, removals: new Map() } as const;
  if (run === 1) {
    return {
      ...{ ...quiet, rows: ROWS, counts: true, twice: 600 },
      faults: new Map<number, Fault>([
        [3, 'throttled'],
        [7, 'failed'],
      ]),
      inserts: new Map([[12, 100]]),
    };
  }
  return {
    rows: dice.pick([ROWS, ROWS, 1, 50, 51, 0]),
    counts: !dice.oneIn(4),
    faults: new Map(some(dice, 4, () => [request(), dice.pick(faults)] as const)),
    downFrom: dice.oneIn(6) ? request() : undefined,
    twice: dice.oneIn(3) ? place() : undefined,
    inserts: new Map(some(dice, 2, () => [request(), place()] as const)),
    removals: dice.oneIn(5) ? new Map([[request(), place()]]) : new Map(),
    broken: dice.oneIn(8) ? [place()] : [],
    counted: dice.oneIn(10) ? 1 : 0,
  };
};
