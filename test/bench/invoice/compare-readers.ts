import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench } from '../benches.ts';
import { type Child, withChildren } from '../child.ts';
import { type Baseline, type Figure, median } from '../figure.ts';

const ROWS = 10_000;
const MANY_ROWS = 100_000;
const ROUNDS = 9;
/** What runs often is compiled better; both get as much of it. */
const WARM_UP_ROUNDS = 4;
/** So that what the rows take is measured, and not how long V8 puts off its collections: that alone moves by a third. */
const STEADY = '--max-semi-space-size=8';

interface Round {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** @throws Error when the reader did not see every row */
const play = async (reader: Child): Promise<Round> => {
  const before = await reader.usage();
  const started = performance.now();
  const answer = await fetch(`http://127.0.0.1:${reader.port}/${ROWS}`);
  const wallMs = performance.now() - started;
  if (!answer.ok) throw new Error(await answer.text());
  const after = await reader.usage();
  return { wallMs, cpuMs: after.cpuMs - before.cpuMs };
};

/** The most memory that a fresh process took to read so many rows; the median of three. Megabytes. */
const peakOf = async (reader: string, port: number, rows: number): Promise<number> => {
  const args = [STEADY, join(import.meta.dirname, 'reader-process.ts'), reader, String(port), String(rows)];
  const peaks: number[] = [];
  while (peaks.length < 3) peaks.push(Number((await promisify(execFile)(process.execPath, args)).stdout) / 1_000);
  return median(peaks);
};

/** Two readers of `reader-process`, and what the figures call them. */
interface Readers {
  readonly bench: string;
  readonly reader: string;
  readonly other: string;
  readonly baseline: Baseline;
}

/** Rounds of both in turns, so that whatever else the machine does meets both; and the memory of ten times as many rows. */
const compareReaders = ({ bench, reader, other, baseline }: Readers): Promise<readonly Figure[]> =>
  withChildren(async (start) => {
    const { port } = await start('invoice/pages-server.ts');
    const [ours, theirs] = [
      await start('invoice/reader-process.ts', [reader, String(port)]),
      await start('invoice/reader-process.ts', [other, String(port)]),
    ];
    const rounds: { ours: Round; theirs: Round }[] = [];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const pair = { ours: await play(ours), theirs: await play(theirs) };
      if (round >= 0) rounds.push(pair);
    }
    const figure = (name: string, of: (round: Round) => number): Figure => ({
      ...{ name: `${bench}.${name}`, unit: 'ms', baseline },
      value: median(rounds.map((round) => of(round.ours))),
      against: median(rounds.map((round) => of(round.theirs))),
    });
    const [few, many] = [await peakOf(reader, port, ROWS), await peakOf(reader, port, MANY_ROWS)];
    return [
      figure('wall', ({ wallMs }) => wallMs),
      figure('cpu', ({ cpuMs }) => cpuMs),
      { name: `${bench}.peak`, unit: 'MB', value: many, against: few, baseline: 'rows-10000' },
    ];
  });

/** 10,000 checked transactions, every property filled, 50 a page, beside undici and JSON.parse on the same pages. */
export const clientBench: Bench = () =>
  compareReaders({ bench: 'client', reader: 'client', other: 'undici', baseline: 'undici' });

/** What an invoice of 10,000 transactions comes to, from the vendor's pages to the drawn card, beside the client's own listing. */
export const billingBench: Bench = () =>
  compareReaders({ bench: 'billing', reader: 'summary', other: 'listing', baseline: 'client-listing' });
