import '../../src/bot/turn/idempotency.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxPerson } from '../../sandbox/world.ts';
import { MINUTE } from '../../src/platform/lib/clock.ts';
import type { Db } from '../../src/platform/storage/database.ts';
import { channels, wordsOf } from '../../test/support/steward.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { deciders, type Wanted, wants } from '../deciders.ts';
import type { DirectClient } from '../direct-client.ts';
import { askFor, freshBatch, type Waiting, type Wish } from '../requests.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { type Flooder, OVER } from './invariants.ts';

const FLOODERS = deciders.slice(0, 5);
/** Between two commands of one person: 20 a second. */
const APART_MS = 50;
const COMMANDS = 60;

/** A thread of one who floods, and the commands that they will send there; each names something that its answer names again. */
interface Thread {
  readonly person: SandboxPerson;
  readonly root: string;
  readonly names: readonly string[];
}

/** @param commands of each */
export const openThreads = (cluster: Cluster, run: number, commands = COMMANDS): Promise<Thread[]> =>
  Promise.all(
    FLOODERS.map(async (person) => ({
      person,
      root: (await cluster.teams.say('ana', channels.approvals, `a thread for ${person.name}`)).id,
      names: Array.from({ length: commands }, (_, n) => `R-${run}X${person.key.toUpperCase()}X${n}X`),
    })),
  );

/**
 * Everybody at once.
 * @returns milliseconds until each command was answered over HTTP
 * @throws Error where one is not answered with 200
 */
export const sendFlood = async (client: DirectClient, threads: readonly Thread[]): Promise<number> => {
  const began = performance.now();
  const send = async (thread: Thread, name: string, n: number): Promise<void> => {
    await sleep(n * APART_MS);
    await sayCommand(client, thread, name);
  };
  await Promise.all(threads.flatMap((thread) => thread.names.map((name, n) => send(thread, name, n))));
  return performance.now() - began;
};

/** A bot whose store is too busy answers 500, and Teams brings the command again. */
const MOST_DELIVERIES = 10;

/** Says one command. @returns the longest wait for an answer over HTTP, in milliseconds @throws Error where it is not answered with 200 */
export const sayCommand = async (client: DirectClient, { person, root }: Thread, name: string): Promise<number> => {
  const said = { id: `m:${name}`, person, in: { channel: 'approvals', root }, text: `cancel request ${name}` } as const;
  let longest = 0;
  for (let deliveries = 1; ; deliveries += 1) {
    const { status, ms } = await client.say(said, 0);
    longest = Math.max(longest, ms);
    if (status === 200) return longest;
    if (status !== 500 || deliveries === MOST_DELIVERIES) throw new Error(`a command was answered ${status}`);
  }
};

/** What came of a flood that is over. */
export const floodedBy = async (cluster: Cluster, threads: readonly Thread[]): Promise<Flooder[]> => {
  await waitUntilIdle(cluster, { gently: true });
  const messages = await cluster.teams.messages(channels.approvals);
  const taken = await cluster.inStore(takenActivities);
  return threads.map(({ person, root, names }) => {
    const said = messages.filter(({ rootId, from }) => rootId === root && from.kind === 'bot').map(wordsOf);
    return {
      name: person.name,
      commands: names.map((name) => ({
        name,
        taken: taken.has(`m:${name}`),
        answered: said.some((words) => words.includes(name)),
      })),
      told: said.some((words) => OVER.test(words)),
    };
  });
};

/** The activities that the bot took to work on: what is over a limit is turned away before. */
const takenActivities = async (db: Db): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('seen_activities').select('key').where('key', 'like', 'message %').execute();
  return new Set(rows.map(({ key }) => key.slice(key.lastIndexOf(' ') + 1)));
};

/** Beside each other in the list are those of one person, who may not ask for many at once. */
const STRIDE = 37;

/** @returns asks for what nobody has asked for on this cluster, once for each name, and waits until the limits are as if nobody had */
export const createFreshRequests = (cluster: Cluster, seed: number) => {
  let asked = 0;
  return async (run: number, ...names: string[]): Promise<readonly Waiting[]> => {
    await freshBatch(cluster);
    const wishes = names.map((name): Wish => {
      asked += 1;
      return { wanted: wants[(asked * STRIDE) % wants.length] as Wanted, reason: `${name} ${run} of seed ${seed}.` };
    });
    const waiting = await askFor(cluster, wishes);
    await cluster.advance(MINUTE);
    return waiting;
  };
};
