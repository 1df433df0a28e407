import type { Bench } from '../benches.ts';
import { type Child, startChild } from '../child.ts';
import { type Figure, median } from '../figure.ts';
import { peakOf } from './peak.ts';

const ROWS = 10_000;
const STREAMED_ROWS = 100_000;
const ROUNDS = 9;
/** What runs often is compiled better; both get as much of it. */
const WARM_UP_ROUNDS = 4;

interface Round {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** @throws Error when the contender did not see every row */
const play = async (contender: Child): Promise<Round> => {
  const before = await contender.usage();
  const started = performance.now();
  const answer = await fetch(`http://127.0.0.1:${contender.port}/${ROWS}`);
  const wallMs = performance.now() - started;
  if (!answer.ok) throw new Error(await answer.text());
  const after = await contender.usage();
  return { wallMs, cpuMs: after.cpuMs - before.cpuMs };
};

/** Rounds of both in turns, so that whatever else the machine does meets both. */
const compare = async (steward: Child, undici: Child): Promise<Figure[]> => {
  const rounds: { steward: Round; undici: Round }[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const pair = { steward: await play(steward), undici: await play(undici) };
    if (round >= 0) rounds.push(pair);
  }
  const figure = (name: string, of: (round: Round) => number): Figure => ({
    name: `client.${name}`,
    unit: 'ms',
    value: median(rounds.map((round) => of(round.steward))),
    against: median(rounds.map((round) => of(round.undici))),
    baseline: 'undici',
  });
  return [figure('wall', ({ wallMs }) => wallMs), figure('cpu', ({ cpuMs }) => cpuMs)];
};

const usualPeak = async (port: number, rows: number): Promise<number> =>
  median([await peakOf(port, rows), await peakOf(port, rows), await peakOf(port, rows)]);

/**
 * 10,000 checked transactions, every property filled, 50 a page, beside undici and JSON.parse on the same pages.
 * Server and contenders have a process each.
 */
export const clientBench: Bench = async () => {
  const running: Child[] = [];
  const start = async (program: string, ...args: readonly string[]): Promise<Child> => {
    const child = await startChild(`client/${program}.ts`, args);
    running.push(child);
    return child;
  };
  try {
    const pages = await start('pages-server');
    const steward = await start('contender-process', 'steward', String(pages.port));
    const undici = await start('contender-process', 'undici', String(pages.port));
    const figures = await compare(steward, undici);
    const [few, many] = [await usualPeak(pages.port, ROWS), await usualPeak(pages.port, STREAMED_ROWS)];
    return [...figures, { name: 'client.peak', unit: 'MB', value: many, against: few, baseline: 'rows-10000' }];
  } finally {
    for (const child of running.toReversed()) await child.stop();
  }
};
