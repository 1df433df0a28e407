import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
import { nodeFlags } from '../../../test/support/node-flags.ts';
import type { Bench } from '../benches.ts';
import { type Child, withBundle, withChildren } from '../child.ts';
import type { Figure } from '../figure.ts';
import { createLoad } from '../turn/load.ts';
import { startRemoteServices } from '../turn/remote-services.ts';
import { createMessages } from '../turn/world.ts';

const PER_SECOND = 50;
const MINUTES = 10;
/** The first minutes fill what is kept for later turns. */
const SETTLED_AFTER = 3;
/** Until then phrases are learned and code that only the start needs is let go. */
const IDLE_AFTER_MS = 20 * SECOND;

const megabytesOf = async (child: Child): Promise<number> => (await child.usage()).rssBytes / 1e6;

/**
 * What Steward, bundled as production is, holds when nobody writes, beside a process that has only loaded botbuilder; the most that it
 * holds in ten minutes of 50 turns a second, beside that; and the last minute beside the third.
 */
export const memoryBench: Bench = () => withBundle('turn/steward-server.ts', measure);

const measure = (program: string): Promise<Figure[]> =>
  withChildren(async (startChild, folder) => {
    const world = await startRemoteServices();
    const botbuilder = await startChild('memory/botbuilder-process.ts');
    const steward = await startChild(program, [world.origin, folder, 'called'], [...nodeFlags]);
    const load = createLoad(steward.port, await world.authorization(), createMessages(`${world.origin}/`, 'my access'));
    try {
      await sleep(IDLE_AFTER_MS);
      const [idle, loaded] = [await megabytesOf(steward), await megabytesOf(botbuilder)];
      const held: number[] = [];
      while (held.length < MINUTES) {
        await load.steady(PER_SECOND, MINUTE / SECOND);
        const good = world.takeReplies().filter((body) => body.includes(' is eligible for"')).length;
        if (good !== PER_SECOND * (MINUTE / SECOND)) throw new Error(`a minute had ${good} good replies`);
        held.push(await megabytesOf(steward));
      }
      const figure = (name: string, value: number, against: number, baseline: Figure['baseline']): Figure => ({
        ...{ name: `memory.${name}`, unit: 'MB', value, against, baseline },
      });
      return [
        figure('idle', idle, loaded, 'load-botbuilder'),
        figure('soak', Math.max(...held), idle, 'idle'),
        figure('last-minute', held.at(-1) ?? Number.NaN, held[SETTLED_AFTER - 1] ?? Number.NaN, 'third-minute'),
      ];
    } finally {
      load.end();
      await world.stop();
    }
  });
