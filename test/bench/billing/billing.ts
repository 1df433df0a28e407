import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench } from '../benches.ts';
import { type Child, startChild } from '../child.ts';
import { type Figure, median } from '../figure.ts';

const ROWS = 10_000;
const MANY_ROWS = 100_000;
const ROUNDS = 9;
/** What runs often is compiled better; both get as much of it. */
const WARM_UP_ROUNDS = 4;
/** So that what the rows take is measured, and not how long V8 puts off its collections. */
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

/** Rounds of both in turns, so that whatever else the machine does meets both. */
const compare = async (summary: Child, listing: Child): Promise<Figure[]> => {
  const rounds: { summary: Round; listing: Round }[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const pair = { summary: await play(summary), listing: await play(listing) };
    if (round >= 0) rounds.push(pair);
  }
  const figure = (name: string, of: (round: Round) => number): Figure => ({
    name: `billing.${name}`,
    unit: 'ms',
    value: median(rounds.map((round) => of(round.summary))),
    against: median(rounds.map((round) => of(round.listing))),
    baseline: 'client-listing',
  });
  return [figure('wall', ({ wallMs }) => wallMs), figure('cpu', ({ cpuMs }) => cpuMs)];
};

/** The most memory that a fresh process took to sum so many rows. Megabytes. */
const peakOf = async (port: number, rows: number): Promise<number> => {
  const program = join(import.meta.dirname, 'sum-rows.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [STEADY, program, String(port), String(rows)]);
  return Number(stdout) / 1_000;
};

const usualPeak = async (port: number, rows: number): Promise<number> =>
  median([await peakOf(port, rows), await peakOf(port, rows), await peakOf(port, rows)]);

/**
 * What an invoice of 10,000 transactions comes to, from the vendor's pages to the drawn card, beside the client's own listing of
 * the same pages; and the memory of ten times as many rows. Server and readers have a process each.
 */
export const billingBench: Bench = async () => {
  const running: Child[] = [];
  const start = async (program: string, ...args: readonly string[]): Promise<Child> => {
    const child = await startChild(`billing/${program}.ts`, args);
    running.push(child);
    return child;
  };
  try {
    const pages = await start('pages-server');
    const summary = await start('reader-process', 'summary', String(pages.port));
    const listing = await start('reader-process', 'listing', String(pages.port));
    const figures = await compare(summary, listing);
    const [few, many] = [await usualPeak(pages.port, ROWS), await usualPeak(pages.port, MANY_ROWS)];
    return [...figures, { name: 'billing.peak', unit: 'MB', value: many, against: few, baseline: 'rows-10000' }];
  } finally {
    for (const child of running.toReversed()) await child.stop();
  }
};
