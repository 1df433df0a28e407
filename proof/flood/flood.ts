import { setTimeout as sleep } from 'node:timers/promises';
import { defaultLimits } from '../../test/support/default-limits.ts';
import { openCluster } from '../cluster/cluster.ts';
import { deciders, decidersPolicy } from '../deciders.ts';
import { createDirectClient, type DirectClient, readAnswer } from '../direct-client.ts';
import { defineProof } from '../lib/define-proof.ts';
import { diceOf } from '../lib/dice.ts';
import type { Waiting } from '../requests.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { createFreshRequests, floodedBy, openThreads, sendFlood } from './commands.ts';
import { floodHalfOpen } from './half-open.ts';
import {
  type Durations,
  floodViolations,
  halfOpenViolations,
  MOST_MS,
  percentileOf,
  slowdown,
  slowOnes,
} from './invariants.ts';

/** When in the flood the decision is made. */
const EARLIEST_MS = 100;
const LATEST_MS = 2_500;
/** What half-open requests cost is seen each time; what another program took from the machine just then is not. */
const MEASURED = 3;
/** Far more than a person would wait. */
const PATIENCE_MS = 60_000;

/** One bot with the default limits, and a Teams that keeps its windows. */
const openFloodWorld = async (databaseUrl: string, seed: number) => {
  const cluster = await openCluster({ databaseUrl, policy: decidersPolicy, limited: true });
  const bot = await cluster.startBot();
  const decider = deciders.at(-1);
  if (!decider) throw new Error('there are no deciders');
  const ask = createFreshRequests(cluster, seed);

  const isEdited = (id: string, card: string): Promise<boolean> =>
    cluster.inStore(async (db) => {
      const rows = db.selectFrom('deliveries').select('shown_version').where('subject', '=', `change:${id}`);
      const row = await rows.where('activity_id', '=', card).executeTakeFirst();
      return (row?.shown_version ?? 0) > 1;
    });

  /** @returns milliseconds from the press to its answer or to the card's edit, whichever comes later */
  const timeDecision = async (client: DirectClient, { id, root, card }: Waiting): Promise<number> => {
    const began = performance.now();
    const on = { channel: 'approvals', root, card } as const;
    const data = { change: id, terms: 1 };
    const answered = client.send({ id: `f:${id}`, person: decider, on, verb: 'change.approve', data }, 0);
    const edited = cluster.until('the edit of the card', () => isEdited(id, card), PATIENCE_MS);
    const [answer] = await Promise.all([answered, edited]);
    const read = readAnswer(answer);
    if (!read || !('card' in read)) throw new Error(`the decision was answered ${JSON.stringify(answer)}`);
    return performance.now() - began;
  };

  const notDone = (id: string): Promise<string[]> =>
    cluster.inStore(async (db) => {
      const { state } = await db.selectFrom('changes').select('state').where('id', '=', id).executeTakeFirstOrThrow();
      return state === 'done' ? [] : [`a decision in the flood ended as ${state}`];
    });

  return {
    /** One decision with nobody about, one in a flood. */
    async decide(run: number) {
      const [first, second] = await ask(run, 'quiet', 'flooded');
      if (!first || !second) throw new Error('nothing was asked');
      const slow = slowdown();
      const quiet = await timeDecision(await createDirectClient(cluster, cluster.now()), first);
      await waitUntilIdle(cluster, { gently: true });
      const threads = await openThreads(cluster, run);
      const client = await createDirectClient(cluster, cluster.now());
      const flood = sendFlood(client, threads);
      flood.catch(() => {});
      await sleep(EARLIEST_MS + diceOf(seed, run).next() * (LATEST_MS - EARLIEST_MS));
      const took: Durations = { quiet, flooded: await timeDecision(client, second), slowdown: slow };
      const lasted = await flood;
      const limit = defaultLimits.commands.conversation;
      const broken = floodViolations(await floodedBy(cluster, threads), limit, lasted);
      return { took: [took], wrong: [...broken, ...(await notDone(second.id))] };
    },
    /** Half-open requests beside valid ones. */
    async halfOpen(run: number) {
      await ask(run, 'half-open');
      let broken: string[] = [];
      for (let measured = 0; measured < MEASURED; measured += 1) {
        broken = halfOpenViolations(await floodHalfOpen(bot, await createDirectClient(cluster, cluster.now()), run));
        await waitUntilIdle(cluster, { gently: true });
        if (broken.length === 0) break;
      }
      return { took: [] as Durations[], wrong: broken };
    },
    end: () => cluster.end(),
  };
};

/** Every third run the flood is one of half-open requests: of the others there are a hundred then. */
const isHalfOpen = (run: number): boolean => run % 3 === 0;

/** Five people at 20 commands a second where another one decides: the decision takes no longer for it, and nothing is lost. */
export const flood = defineProof({
  name: 'flood',
  says: 'a decision in a flood of commands is answered in time, every command within the limits is answered, and half-open requests cost little',
  short: { runs: 3, seed: 3, on: 'sqlite' },
  runs: 150,
  runsEach: 40,
  plan: (_dice, run) => run,
  at: (run) => (isHalfOpen(run) ? 'half-open' : 'flood'),
  world: ({ url }, _kind, seed) => openFloodWorld(url, seed),
  evidence: (world, run) => (isHalfOpen(run) ? world.halfOpen(run) : world.decide(run)),
  laws: { 'nothing is lost, and little is taken': ({ wrong }) => wrong },
  overall(all) {
    const took = all.flatMap((one) => one.took);
    const of = (name: keyof Durations, share: number) => percentileOf(took, (one) => one[name], share);
    return {
      broken: slowOnes('decisions in a flood', took, ({ flooded }) => flooded, MOST_MS),
      tells: [
        `p99 ${Math.round(of('flooded', 0.99))} ms in the flood, ${Math.round(of('quiet', 0.99))} ms without`,
        `on a machine slowed down ${of('slowdown', 0.5).toFixed(1)} times by others`,
      ],
    };
  },
});
