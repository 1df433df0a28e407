import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeFlags } from '../../../test/support/node-flags.ts';
import type { Bench } from '../benches.ts';
import { type Child, type StartChild, withChildren } from '../child.ts';
import { type Baseline, type Figure, inTurns, median } from '../figure.ts';

const ROWS = 10_000;
const MANY_ROWS = 100_000;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 4;

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

/** The most memory that a fresh process, with the flags of production, took to read so many rows; the median of three. Megabytes. */
const peakOf = async (reader: string, port: number, rows: number): Promise<number> => {
  const args = [...nodeFlags, join(import.meta.dirname, 'reader-process.ts'), reader, String(port), String(rows)];
  const peaks: number[] = [];
  while (peaks.length < 3) peaks.push(Number((await promisify(execFile)(process.execPath, args)).stdout) / 1_000);
  return median(peaks);
};

type Rounds = Readonly<Record<'ours' | 'theirs', readonly Round[]>>;

/** Rounds of two readers of `reader-process`. */
const playInTurns = async (
  start: StartChild,
  port: number,
  [reader, other]: readonly [string, string],
): Promise<Rounds> => {
  const ours = await start('invoice/reader-process.ts', [reader, String(port)]);
  const theirs = await start('invoice/reader-process.ts', [other, String(port)]);
  return inTurns({ ours: () => play(ours), theirs: () => play(theirs) }, ROUNDS, WARM_UP_ROUNDS);
};

const timeFigures = (bench: string, baseline: Baseline, { ours, theirs }: Rounds): readonly Figure[] => {
  const figure = (name: string, of: (round: Round) => number): Figure => ({
    ...{ name: `${bench}.${name}`, unit: 'ms', baseline },
    ...{ value: median(ours.map(of)), against: median(theirs.map(of)) },
  });
  return [figure('wall', ({ wallMs }) => wallMs), figure('cpu', ({ cpuMs }) => cpuMs)];
};

/** The memory of ten times as many rows. */
const peakFigure = async (bench: string, reader: string, port: number): Promise<Figure> => {
  const [against, value] = [await peakOf(reader, port, ROWS), await peakOf(reader, port, MANY_ROWS)];
  return { name: `${bench}.peak`, unit: 'MB', value, against, baseline: 'rows-10000' };
};

/**
 * 10,000 checked transactions, every property filled, 50 a page, beside undici and JSON.parse on the same pages, and beside the
 * vendor's published client.
 */
export const clientBench: Bench = () =>
  withChildren(async (start) => {
    const { port } = await start('invoice/pages-server.ts');
    const besideUndici = await playInTurns(start, port, ['client', 'undici']);
    const besidePublished = await playInTurns(start, port, ['client', 'published']);
    return [
      ...timeFigures('client', 'undici', besideUndici),
      ...timeFigures('client.beside-published', 'published-client', besidePublished),
      await peakFigure('client', 'client', port),
    ];
  });

/** What an invoice of 10,000 transactions comes to, from the vendor's pages to the drawn card, beside the client's own listing. */
export const billingBench: Bench = () =>
  withChildren(async (start) => {
    const { port } = await start('invoice/pages-server.ts');
    const rounds = await playInTurns(start, port, ['summary', 'listing']);
    return [...timeFigures('billing', 'client-listing', rounds), await peakFigure('billing', 'summary', port)];
  });
