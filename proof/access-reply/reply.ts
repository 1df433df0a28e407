import { openVendorFront } from '../access-cards/vendor-front.ts';
import { openCluster } from '../cluster/cluster.ts';
import { decidersPolicy } from '../deciders.ts';
import { createDirectClient, readAnswer } from '../direct-client.ts';
import { createFreshRequests, floodedBy, openThreads, sayCommand } from '../flood/commands.ts';
import { percentileOf, slowdown } from '../flood/invariants.ts';
import { defineProof, type Overall } from '../lib/define-proof.ts';
import type { Proof } from '../proof.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { brokenReplies, type Duration, earlyAtVendor, teamsViolations } from './invariants.ts';
import { type Crowd, clicksOn, HELD_MS, isHanging, outcomesOf, wholeCrowd } from './plan.ts';

/** What Teams refuses of the bot's calls in a run. */
const REFUSED = { count: 6, retryAfter: 2 } as const;
const ENDED: ReadonlySet<string> = new Set(['done', 'denied', 'cancelled']);

/** One bot with the default limits, a Teams that keeps its windows, and a vendor in trouble. */
const openReplyWorld = async (databaseUrl: string, seed: number, crowd: Crowd) => {
  let now = Date.now;
  const front = await openVendorFront(() => now());
  const cluster = await openCluster({
    ...{ databaseUrl, policy: decidersPolicy, limited: true },
    vendor(at) {
      front.setTarget(at.url);
      return { ...at, url: front.url };
    },
  });
  now = cluster.now;
  await cluster.startBot();
  const ask = createFreshRequests(cluster, seed);

  /** All at once. @returns what was not answered as it should be */
  const pressAll = async (run: number) => {
    const took: Duration[] = [];
    const waiting = await ask(run, ...Array.from({ length: crowd.requests }, (_, n) => `reply ${n},`));
    const slow = slowdown();
    const threads = await openThreads(cluster, run, crowd.commands);
    const client = await createDirectClient(cluster, cluster.now());
    front.next(outcomesOf(seed, run));
    front.holdReads(isHanging(run) ? HELD_MS : undefined);
    for (const on of ['edit', 'send'] as const)
      await cluster.teams.fault({ status: 429, on, retryAfter: REFUSED.retryAfter, count: REFUSED.count / 2 });
    const presses = clicksOn(waiting, seed, run).map(async (click) => {
      const answered = await client.send(click, 0);
      took.push({ of: 'press', ms: answered.ms, slowdown: slow });
      return readAnswer(answered) ? [] : [`${click.verb} was answered ${JSON.stringify(answered).slice(0, 200)}`];
    });
    const commands = threads.flatMap((thread) =>
      thread.names.map(async (name) => {
        took.push({ of: 'command', ms: await sayCommand(client, thread, name), slowdown: slow });
        return [];
      }),
    );
    const wrong = (await Promise.all([...presses, ...commands])).flat();
    front.holdReads(undefined);
    const flooders = await floodedBy(cluster, threads);
    const silent = flooders.flatMap((one) => one.commands).filter(({ taken, answered }) => taken && !answered);
    return {
      ...{ took, ids: waiting.map(({ id }) => id) },
      wrong: [...wrong, ...silent.map(({ name }) => `${name} was never answered`)],
    };
  };

  const unfinished = (ids: readonly string[]): Promise<string[]> =>
    cluster.inStore(async (db) => {
      const rows = await db.selectFrom('changes').select(['ref', 'state']).where('id', 'in', ids).execute();
      return rows.filter(({ state }) => !ENDED.has(state)).map(({ ref, state }) => `${ref} ended as ${state}`);
    });

  return {
    async press(run: number) {
      const before = (await cluster.teams.requests()).at(-1)?.at ?? 0;
      const { took, ids, wrong } = await pressAll(run);
      await waitUntilIdle(cluster, { gently: true });
      const left = await cluster.teams.faultsLeft();
      await cluster.teams.clearFaults();
      const since = (await cluster.teams.requests()).filter(({ at }) => at > before);
      const faults = [
        ...wrong,
        ...(await unfinished(ids)),
        ...earlyAtVendor(front.calls),
        ...teamsViolations(since, { count: REFUSED.count - left, retryAfter: REFUSED.retryAfter }),
      ];
      return { took, faults };
    },
    async end() {
      await cluster.end();
      await front.end();
    },
  };
};

/** What the answers of all runs say of how long people wait. */
const waits = (took: readonly Duration[]): Overall => {
  const p99 = (of: Duration['of']): string => {
    const own = took.filter((one) => one.of === of);
    return percentileOf(own, ({ ms }) => ms, 0.99).toFixed(0);
  };
  const slow = percentileOf(took, ({ slowdown }) => slowdown, 0.5);
  return {
    broken: brokenReplies(took),
    tells: [
      `${took.length} answers, p99 of presses ${p99('press')} ms, of commands ${p99('command')} ms`,
      `on a machine slowed down ${slow.toFixed(1)} times by others`,
    ],
  };
};

/** So many at once, while the vendor hangs or throttles and Teams refuses some calls: everybody is answered, and everything is done later. */
const replyBy = (crowd: Crowd): Proof =>
  defineProof({
    name: 'access-06',
    says: 'every press is answered in time while the vendor throttles and Teams refuses some calls',
    runs: 20,
    runsEach: 5,
    plan: (_dice, run) => run,
    at: (run) => (isHanging(run) ? 'a vendor at 60 s' : '429'),
    world: ({ url }, _kind, seed) => openReplyWorld(url, seed, crowd),
    evidence: (world, run) => world.press(run),
    laws: { 'all is answered and done, and no wait is cut short': ({ faults }) => faults },
    overall: (all) => waits(all.flatMap(({ took }) => took)),
  });

export const replyProof: Proof = {
  ...replyBy(wholeCrowd),
  short: { runs: 1, seed: 1, on: 'sqlite', smaller: replyBy({ requests: 5, commands: 1 }) },
};
