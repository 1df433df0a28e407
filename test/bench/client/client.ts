import type { Bench } from '../benches.ts';
import { startChild } from '../child.ts';
import { type Figure, median } from '../figure.ts';
import { type Contender, createSteward, createUndici } from './contenders.ts';
import { peakOf } from './peak.ts';

const ROWS = 10_000;
const STREAMED_ROWS = 100_000;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 3;

interface Round {
  readonly wallMs: number;
  readonly cpuMs: number;
}

const play = async (contender: Contender): Promise<Round> => {
  const before = process.cpuUsage();
  const started = performance.now();
  await contender.read(ROWS);
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / 1_000 };
};

/** Rounds of both in turns, so that whatever else the machine does meets both. */
const compare = async (steward: Contender, undici: Contender): Promise<Figure[]> => {
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

/** 10,000 checked transactions, every property filled, 50 a page, beside undici and JSON.parse on the same pages. */
export const clientBench: Bench = async () => {
  const server = await startChild('client/pages-server.ts', []);
  const [steward, undici] = [createSteward(server.port), createUndici(server.port)];
  try {
    const figures = await compare(steward, undici);
    const [few, many] = [await peakOf(server.port, ROWS), await peakOf(server.port, STREAMED_ROWS)];
    return [...figures, { name: 'client.peak', unit: 'MB', value: many, against: few, baseline: 'rows-10000' }];
  } finally {
    await Promise.all([steward.close(), undici.close()]);
    await server.stop();
  }
};
