import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags } from '../../../test/support/node-flags.ts';
import { percentile } from '../../../test/support/percentile.ts';
import type { Bench } from '../benches.ts';
import { type Child, withBundle, withChildren } from '../child.ts';
import { type Figure, inTurns, median } from '../figure.ts';
import { eligibleRoles } from './eligible-roles.ts';
import { createLoad, type Load } from './load.ts';
import { type RemoteServices, startRemoteServices } from './remote-services.ts';
import { createMessages } from './world.ts';

const ROWS = 10;
const CONCURRENCY = 16;
const ROUNDS = 7;
const ROUND_MS = 1_500;
const STEADY_PER_SECOND = 50;
const STEADY_SECONDS = 8;
const STEADY_ROUNDS = 3;
/** As many for both, however long they take: what runs often is compiled better. */
const WARM_UP_TURNS = 4_000;

interface Contender {
  readonly server: Child;
  readonly load: Load;
  /** What its replies look like. */
  readonly isReply: (body: string) => boolean;
}

interface Round {
  readonly cpuMsPerTurn: number;
  readonly turnsPerSecond: number;
}

/** @returns turns that ended */
type Drive = (load: Load) => Promise<number>;

/** @throws Error when a turn had not the reply that it should have */
const play = async ({ server, load, isReply }: Contender, world: RemoteServices, drive: Drive): Promise<Round> => {
  world.takeReplies();
  const before = await server.usage();
  const started = performance.now();
  const turns = await drive(load);
  const seconds = (performance.now() - started) / 1_000;
  const after = await server.usage();
  const good = world.takeReplies().filter(isReply).length;
  if (turns === 0 || good !== turns) throw new Error(`${turns} turns had ${good} good replies`);
  return { cpuMsPerTurn: (after.cpuMs - before.cpuMs) / turns, turnsPerSecond: turns / seconds };
};

const warmUp: Drive = (load) => load.run(CONCURRENCY, (turns) => turns < WARM_UP_TURNS);

const closedLoop: Drive = (load) => {
  const end = performance.now() + ROUND_MS;
  return load.run(CONCURRENCY, () => performance.now() < end);
};

interface SteadyRound extends Round {
  readonly p99Ms: number;
}

/** The busiest hour of a large company. */
const playSteady = async (contender: Contender, world: RemoteServices): Promise<SteadyRound> => {
  let took: readonly number[] = [];
  const round = await play(contender, world, async (load) => {
    took = await load.steady(STEADY_PER_SECOND, STEADY_SECONDS);
    return took.length;
  });
  return { ...round, p99Ms: percentile(took, 0.99) };
};

const rowTitles = eligibleRoles.places.flatMap((place) =>
  eligibleRoles.roles.map((role) => JSON.stringify(`${role.title} on ${place.title}`)),
);
/** Whether it is the first page of what its reader is eligible for, by its heading and its rows. */
const isCard = (body: string): boolean =>
  body.includes(' is eligible for"') && rowTitles.filter((title) => body.includes(title)).length === ROWS;
const isEcho = (body: string): boolean => body.includes('Echo: ');
const isRows = (body: string): boolean => body.includes('"roleEligibilityScheduleRequestId"');

interface Contenders {
  /** The vendor's answer stubbed. */
  readonly steward: Contender;
  /** The same with the vendor behind HTTP. */
  readonly calling: Contender;
  readonly echo: Contender;
  readonly floor: Contender;
}

const compare = async (contenders: Contenders, world: RemoteServices): Promise<Figure[]> => {
  const { steward, calling, echo, floor } = contenders;
  for (const contender of Object.values(contenders)) await play(contender, world, warmUp);
  const closed = (one: Contender) => () => play(one, world, closedLoop);
  const rounds = await inTurns(
    { steward: closed(steward), calling: closed(calling), echo: closed(echo), floor: closed(floor) },
    ROUNDS,
  );
  const paced = (one: Contender) => () => playSteady(one, world);
  const steady = await inTurns({ steward: paced(steward), echo: paced(echo), floor: paced(floor) }, STEADY_ROUNDS);
  const figure = <R>(
    name: string,
    unit: string,
    ours: readonly R[],
    theirs: readonly R[],
    of: (round: R) => number,
  ): Figure => ({
    ...{ name: `turn.${name}`, unit, baseline: 'botbuilder-echo' },
    ...{ value: median(ours.map(of)), against: median(theirs.map(of)) },
  });
  const cpu = ({ cpuMsPerTurn }: Round): number => cpuMsPerTurn;
  const wall = ({ turnsPerSecond }: Round): number => turnsPerSecond;
  const p99 = ({ p99Ms }: SteadyRound): number => p99Ms;
  const [ours, theirs] = [await steward.server.usage(), await echo.server.usage()];
  return [
    figure('cpu', 'ms', rounds.steward, rounds.echo, cpu),
    figure('wall', 'turns/s', rounds.steward, rounds.echo, wall),
    figure('calling-cpu', 'ms', rounds.calling, rounds.echo, cpu),
    figure('calling-wall', 'turns/s', rounds.calling, rounds.echo, wall),
    figure('floor-cpu', 'ms', rounds.floor, rounds.echo, cpu),
    figure('steady-cpu', 'ms', steady.steward, steady.echo, cpu),
    figure('steady-p99', 'ms', steady.steward, steady.echo, p99),
    figure('steady-floor-cpu', 'ms', steady.floor, steady.echo, cpu),
    figure('steady-floor-p99', 'ms', steady.floor, steady.echo, p99),
    {
      name: 'turn.memory',
      unit: 'MB',
      value: ours.rssBytes / 1e6,
      against: theirs.rssBytes / 1e6,
      baseline: 'botbuilder-echo',
    },
  ];
};

/**
 * A whole turn of Steward, bundled as production is (token, activity, state on disk, 20 eligibilities of the vendor read and checked, a card with the
 * first page of them, ten rows, the reply) beside botbuilder's echo bot, which checks and keeps nothing, and beside the least that a
 * turn costs. Sender, Connector and vendor are in this process.
 */
export const turnBench: Bench = () => withBundle('turn/steward-server.ts', measure);

const measure = (steward: string): Promise<Figure[]> =>
  withChildren(async (startChild, folder) => {
    const world = await startRemoteServices();
    const loads: Load[] = [];
    const start = async (
      isReply: Contender['isReply'],
      program: string,
      args: string[] = [],
      flags = [...nodeFlags],
    ) => {
      const server = await startChild(program, args, flags);
      const load = createLoad(
        server.port,
        await world.authorization(),
        createMessages(`${world.origin}/`, 'my access'),
      );
      loads.push(load);
      return { server, load, isReply };
    };
    const home = (name: string): string => {
      const path = join(folder, name);
      mkdirSync(path);
      return path;
    };
    const bot = (vendor: string): Promise<Contender> => start(isCard, steward, [world.origin, home(vendor), vendor]);
    try {
      const contenders = {
        steward: await bot('stubbed'),
        calling: await bot('called'),
        echo: await start(isEcho, 'turn/echo-server.ts', [], []),
        floor: await start(isRows, 'turn/floor-server.ts', [world.origin, home('floor')], []),
      };
      return await compare(contenders, world);
    } finally {
      for (const load of loads) load.end();
      await world.stop();
    }
  });
