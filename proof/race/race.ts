import { channels } from '../../test/support/steward.ts';
import { violations } from '../../test/support/store-invariants.ts';
import { openCluster } from '../cluster/cluster.ts';
import { decidersPolicy, PATIENCE_MS } from '../deciders.ts';
import { type Answered, createDirectClient, type DirectClient } from '../direct-client.ts';
import { defineProof } from '../lib/define-proof.ts';
import { askFor, freshBatch, type Waiting } from '../requests.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { falseCard, historiesOf, lastDeadline, type Raced, raceViolations, tallyViolations } from './invariants.ts';
import { type Clicker, deadlineAfter, type RacePlan, raceOf } from './plan.ts';

/** Races that run side by side. */
const ABREAST = 8;
/** Those against the clock: enough that some are under way when the deadline comes. */
const ABREAST_AGAINST_CLOCK = 4;
/** Between asking for what is to expire in the middle of its race and asking for the rest. */
const APART_MS = PATIENCE_MS / 2;
/** The deadline is so far away when the clicks begin: less than a lease, for the two clocks are apart by it when it comes. */
const BEFORE_MS = 30_000;
/** One process knows of it so much earlier than the other. */
const APART_CLOCKS_MS = 60;

/** Two processes of the bot on one store; in each batch all ask, then they race, then everything comes to rest. */
const openRaceWorld = async (databaseUrl: string, seed: number) => {
  const cluster = await openCluster({ databaseUrl, policy: decidersPolicy, pollMs: 100 });
  await cluster.startBot();
  await cluster.startBot();

  const click = (
    client: DirectClient,
    { wish, id, root, card }: Waiting<RacePlan>,
    clicker: Clicker,
    n: number,
  ): Promise<Answered> => {
    const { person, verdict, bot } = clicker;
    const verb = `change.${verdict}`;
    const data = { change: id, terms: 1, ...(verdict === 'deny' ? { 'change.deny.reason': 'not in this week' } : {}) };
    const on = { channel: 'approvals', root, card } as const;
    return client.send({ id: `f:race-${wish.run}-${n}`, person, on, verb, data }, bot);
  };

  const raceOn = async (client: DirectClient, waiting: Waiting<RacePlan>): Promise<Raced> => {
    const { clickers } = waiting.wish;
    const answered = await Promise.all(clickers.map((clicker, n) => click(client, waiting, clicker, n)));
    return { ...waiting, answers: clickers.map((clicker, n) => ({ clicker, answered: answered[n] as Answered })) };
  };

  const racePeople = async (races: readonly Waiting<RacePlan>[]): Promise<Raced[]> => {
    const client = await createDirectClient(cluster, cluster.now());
    const raced: Raced[] = [];
    for (let at = 0; at < races.length; at += ABREAST) {
      raced.push(...(await Promise.all(races.slice(at, at + ABREAST).map((one) => raceOn(client, one)))));
    }
    return raced;
  };

  /** One soon after the other, and in their midst the deadline. */
  const raceDeadline = async (races: readonly Waiting<RacePlan>[]): Promise<Raced[]> => {
    if (races.length === 0) return [];
    await cluster.advance((await cluster.inStore((db) => lastDeadline(db, races))) - cluster.now() - BEFORE_MS);
    const client = await createDirectClient(cluster, cluster.now());
    const after = deadlineAfter(
      seed,
      races.map(({ wish }) => wish),
    );
    const queue = races.values();
    const raced: Raced[] = [];
    const worker = async (): Promise<void> => {
      for (const race of queue) {
        raced.push(await raceOn(client, race));
        if (raced.length === after) await cluster.advance(BEFORE_MS, APART_CLOCKS_MS);
      }
    };
    await Promise.all(Array.from({ length: ABREAST_AGAINST_CLOCK }, worker));
    return raced;
  };

  const historiesFor = async (raced: readonly Raced[]) => {
    const histories = await historiesOf(cluster, raced);
    const messages = await cluster.teams.messages(channels.approvals);
    return raced.flatMap((race, at) => {
      const history = histories[at];
      if (!history) return [];
      const wrong = [...raceViolations(history), ...falseCard(messages, race, history)];
      return [{ ...race.wish, state: history.state, faults: wrong.map((words) => ({ run: race.wish.run, words })) }];
    });
  };

  return {
    async race(plans: readonly RacePlan[]) {
      await freshBatch(cluster);
      const expiring = await askFor(
        cluster,
        plans.filter(({ expires }) => expires),
      );
      await cluster.advance(APART_MS);
      const others = await askFor(
        cluster,
        plans.filter(({ expires }) => !expires),
      );
      const raced = [...(await racePeople(others)), ...(await raceDeadline(expiring))];
      await waitUntilIdle(cluster, { gently: true });
      return { stuck: await cluster.inStore(violations), ended: await historiesFor(raced) };
    },
    end: () => cluster.end(),
  };
};

/** Many press in the same moment, in two processes on one store: one of them decides, all the others are told so. */
export const race = defineProof({
  name: 'race',
  says: 'a race between people, two processes and the deadline has one winner',
  short: { runs: 8, seed: 4, on: 'postgres' },
  runs: 10_000,
  together: (runs) => Math.min(60, runs),
  runsEach: 15,
  plan: (_dice, first, seed, { count }) => Array.from({ length: count }, (_, n) => raceOf(seed, first + n, n)),
  world: ({ url }, _kind, seed) => openRaceWorld(url, seed),
  evidence: (world, plans) => world.race(plans),
  laws: {
    'the store is whole': ({ stuck }) => stuck,
    'one winner': ({ ended }) => ended.flatMap(({ faults }) => faults),
  },
  overall(all) {
    const against = all.flatMap(({ ended }) => ended).filter(({ expires }) => expires);
    const deadline = against.filter(({ state }) => state === 'expired').length;
    return {
      broken: tallyViolations({ deadline, people: against.length - deadline }),
      tells: [`with ${against.length} deadlines, of which ${deadline} came first`],
    };
  },
});
