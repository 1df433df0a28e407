import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../benches.ts';
import { type Child, withChildren } from '../child.ts';
import { type Baseline, type Figure, inTurns, median } from '../figure.ts';
import type { Faults, Report } from './connector-process.ts';
import { channels, type Outcome } from './world.ts';

const ROUNDS = 7;
const WARM_UP_ROUNDS = 6;
const RETRY_AFTER_MS = 1_000;

const SDK = 'continueConversationAsync';
const FAULTLESS = 'retry-after-and-faultless';

interface Round {
  readonly cpuMsPerSend: number;
  readonly wallMs: number;
}

const ask = async <T>({ port }: Child, path: string): Promise<T> => {
  const answer = await fetch(`http://127.0.0.1:${port}/${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as T;
};

/** Nothing is lost, and nothing stands twice but where an answer was lost and the sender says so. @throws Error */
const checkArrivals = ({ taken, lost }: Report, { unsure }: Outcome): void => {
  const missing = taken.filter((times) => times === 0).length;
  const reported = new Set(unsure.filter((number) => lost.includes(number)));
  const doubled = taken.filter((times, number) => times > (reported.has(number) ? 2 : 1)).length;
  if (missing + doubled > 0) throw new Error(`${missing} of ${channels.length} sends were lost, ${doubled} doubled`);
  if (unsure.length > reported.size) throw new Error('a send was called unsure that was answered');
};

/** @throws Error when a send was lost or doubled */
const play = async (sender: Child, connector: Child, faults: Faults = 'none'): Promise<Round> => {
  await ask(connector, faults);
  await ask(sender, 'prepare');
  const before = await sender.usage();
  const started = performance.now();
  const outcome = await ask<Outcome>(sender, 'send');
  const wallMs = performance.now() - started;
  const after = await sender.usage();
  const report = await ask<Report>(connector, 'report');
  checkArrivals(report, outcome);
  if (faults === 'throttled' && report.throttled !== channels.length / 20) throw new Error('5 % were not throttled');
  if (faults === 'lost' && report.lost.length !== channels.length / 100) throw new Error('1 % were not lost');
  return { cpuMsPerSend: (after.cpuMs - before.cpuMs) / channels.length, wallMs };
};

interface Senders {
  readonly outbox: Child;
  readonly connector: Child;
  readonly sdk: Child;
  readonly floor: Child;
}

const compare = async ({ outbox, connector, sdk, floor }: Senders, teams: Child): Promise<Figure[]> => {
  const rounds = await inTurns(
    {
      outbox: () => play(outbox, teams),
      connector: () => play(connector, teams),
      sdk: () => play(sdk, teams),
      floor: () => play(floor, teams),
      throttled: () => play(outbox, teams, 'throttled'),
    },
    ROUNDS,
    WARM_UP_ROUNDS,
  );
  await play(outbox, teams, 'lost');

  const of = (who: keyof typeof rounds, what: keyof Round): number => median(rounds[who].map((round) => round[what]));
  const figure = (name: string, value: number, unit: string, against: number, baseline: Baseline): Figure => ({
    ...{ name: `fanout.${name}`, value, unit, against, baseline },
  });
  const perSecond = (who: keyof Senders): number => channels.length / (of(who, 'wallMs') / 1_000);
  return [
    figure('cpu', of('outbox', 'cpuMsPerSend'), 'ms', of('sdk', 'cpuMsPerSend'), SDK),
    figure('connector-cpu', of('connector', 'cpuMsPerSend'), 'ms', of('sdk', 'cpuMsPerSend'), SDK),
    figure('floor-cpu', of('floor', 'cpuMsPerSend'), 'ms', of('sdk', 'cpuMsPerSend'), SDK),
    figure('wall', perSecond('outbox'), 'sends/s', perSecond('sdk'), SDK),
    figure('connector-wall', perSecond('connector'), 'sends/s', perSecond('sdk'), SDK),
    figure('throttled', of('throttled', 'wallMs'), 'ms', RETRY_AFTER_MS + of('outbox', 'wallMs'), FAULTLESS),
  ];
};

/**
 * An incident's card to 1,000 channels: the whole outbox on disk and the connector alone, beside the SDK's continueConversationAsync
 * and the bare posting of a body that is ready.
 * Then 5 % are throttled once, and of 1 % the answer is lost: that nothing is lost, and nothing doubled in silence, is
 * looked at in every run. Each sender has a process of its own, and so has the Connector that all post to.
 */
export const fanoutBench: Bench = () =>
  withChildren(async (start, folder) => {
    const teams = await start('fanout/connector-process.ts');
    const sender = (name: keyof Senders): Promise<Child> => {
      const home = join(folder, name);
      mkdirSync(home);
      return start('fanout/sender-process.ts', [name, `http://127.0.0.1:${teams.port}`, home]);
    };
    const senders = {
      outbox: await sender('outbox'),
      connector: await sender('connector'),
      sdk: await sender('sdk'),
      floor: await sender('floor'),
    };
    return compare(senders, teams);
  });
