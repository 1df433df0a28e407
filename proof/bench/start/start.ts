import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { compiled } from '../../../test/support/compiled.ts';
import { nodeFlags } from '../../../test/support/node-flags.ts';
import { anyPorts, startProgram } from '../../../test/support/steward-process.ts';
import type { Bench } from '../benches.ts';
import { type StartChild, withBundle, withChildren } from '../child.ts';
import { type Baseline, type Figure, inTurns, median } from '../figure.ts';
import { createLoad } from '../turn/load.ts';
import { type RemoteServices, startRemoteServices } from '../turn/remote-services.ts';
import { createMessages } from '../turn/world.ts';
import { cpuMsOf } from '../usage.ts';

/** Rounds before those that count: Node keeps what it compiled. */
const WARM = 1;
const ROUNDS = 9;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const SERVER = 'turn/steward-server.ts';

interface Start {
  /** From the start of the process to the sign. */
  readonly elapsedMs: number;
  readonly cpuMs: number;
}

/** A process that does nothing but load the stock library, to its end. */
const loadBotbuilder = (): Start => {
  const started = performance.now();
  const program =
    "require('botbuilder'); const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)";
  const cpuMs = Number(execFileSync(process.execPath, ['-e', program], { cwd: ROOT, encoding: 'utf8' }));
  return { elapsedMs: performance.now() - started, cpuMs };
};

/** Steward on an empty database, to the answer of a first `my access`. @throws Error when it has none */
const answerOnce = async (start: StartChild, file: string, folder: string, world: RemoteServices): Promise<Start> => {
  const started = performance.now();
  const child = await start(file, [world.origin, mkdtempSync(join(folder, 'home-')), 'stubbed'], nodeFlags);
  const load = createLoad(child.port, await world.authorization(), createMessages(`${world.origin}/`, 'my access'));
  try {
    await load.run(1, (turns) => turns < 1);
    const elapsedMs = performance.now() - started;
    if (!world.takeReplies().some((body) => body.includes(' is eligible for"')))
      throw new Error('the first turn was not answered');
    return { elapsedMs, cpuMs: (await child.usage()).cpuMs };
  } finally {
    load.end();
    await child.stop();
  }
};

/** `npm start` in an empty folder, to its banner. */
const startSandbox = async (folder: string): Promise<Start> => {
  const started = performance.now();
  const steward = startProgram('main', mkdtempSync(join(folder, 'sandbox-')), anyPorts);
  await steward.printed('sandbox:reset');
  const start = { elapsedMs: performance.now() - started, cpuMs: cpuMsOf(steward.pid) };
  await steward.stop();
  return start;
};

/**
 * Starts of processes with a warm compile cache: the bot from its source and as the bundle of `npm run build`, each to its first answered turn,
 * and the sandbox; beside a process that only loads botbuilder, which has no cache. In turns, so that whatever else the machine does weighs on all.
 */
export const startBench: Bench = () =>
  withChildren(async (start, folder) => {
    const world = await startRemoteServices();
    Object.assign(process.env, compiled);
    try {
      const rounds = await withBundle(SERVER, (built) =>
        inTurns(
          {
            botbuilder: loadBotbuilder,
            source: () => answerOnce(start, SERVER, folder, world),
            bundle: () => answerOnce(start, built, folder, world),
            sandbox: () => startSandbox(folder),
          },
          ROUNDS,
          WARM,
        ),
      );
      const figure = (name: string, unit: string, who: keyof typeof rounds, of: keyof Start): Figure => ({
        ...{ name: `start.${name}`, unit, baseline: 'load-botbuilder' satisfies Baseline },
        value: median(rounds[who].map((start) => start[of])),
        against: median(rounds.botbuilder.map((start) => start[of])),
      });
      return [
        figure('bundle', 'ms', 'bundle', 'elapsedMs'),
        figure('bundle-cpu', 'ms of CPU', 'bundle', 'cpuMs'),
        figure('source', 'ms', 'source', 'elapsedMs'),
        figure('source-cpu', 'ms of CPU', 'source', 'cpuMs'),
        figure('sandbox', 'ms', 'sandbox', 'elapsedMs'),
        figure('sandbox-cpu', 'ms of CPU', 'sandbox', 'cpuMs'),
      ];
    } finally {
      await world.stop();
    }
  });
