import { MINUTE } from '../../../src/platform/lib/clock.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
import { violations } from '../../../test/support/store-invariants.ts';
import type { Bot } from '../../cluster/bots.ts';
import { LEASES_OVER } from '../../cluster/cluster.ts';
import { claimed } from '../../cluster/trap.ts';
import { defineProof } from '../../lib/define-proof.ts';
import { evidenceOf } from '../shared/evidence.ts';
import { putScripts, scriptsOf, wordAt } from '../shared/incident.ts';
import { expected, openWatchingCluster, waitForAlerts } from '../shared/watches.ts';
import { createLedger, type Ledger } from './ledger.ts';
import {
  type ReplicaHistory,
  type ReplicaPlan,
  replicaPlan,
  replicaViolations,
  type Trouble,
  watchings,
} from './plan.ts';

interface ReplicaBatch {
  readonly wrong: readonly string[];
  readonly histories: readonly ReplicaHistory[];
  /** The faults of a process, in order. */
  readonly struck: readonly Trouble['kind'][];
  /** Cards whose call was in progress in a stopped process that continued; they count as lost answers. */
  readonly late: number;
}

/** Work that is due this soon is waited for too, or it would be claimed just when the clock advances. */
const SOON_MS = 2_000;
/** Time for a process to claim something. */
const PATIENCE_MS = 3_000;

/** @returns the processes with claimed work, and whether unclaimed work is due by then */
const leftToTake = async (
  db: Db,
  until: number,
): Promise<{ readonly owners: readonly string[]; readonly due: boolean }> => {
  const [deliveries, jobs] = await Promise.all(
    (['deliveries', 'jobs'] as const).map((table) =>
      db.selectFrom(table).select(['lease_owner', 'due_at']).where('state', '=', 'ready').execute(),
    ),
  );
  return {
    owners: [...(deliveries ?? []), ...(jobs ?? [])].flatMap(({ lease_owner }) => lease_owner ?? []),
    due: (deliveries ?? []).some(({ lease_owner, due_at }) => lease_owner === null && Date.parse(due_at) <= until),
  };
};

/** Two processes on one store, and incidents that begin while they are killed or stopped. */
const openReplicaWorld = async (databaseUrl: string) => {
  const { cluster } = await openWatchingCluster(databaseUrl, watchings);
  await cluster.startBot();

  /** Advances the clock during this many real milliseconds. */
  const goOn = (ms: number, readSince: number): Promise<void> => {
    const end = Date.now() + ms;
    return waitForAlerts(cluster, { readSince, over: () => Date.now() > end });
  };

  /** Waits until the living process has done its claimed and due work: only the leases of the other are left. */
  const untilStill = (): Promise<true> =>
    cluster.until('the other process at rest', async () => {
      const living = cluster.bots().filter((bot) => !bot.isPaused());
      const { owners, due } = await cluster.inStore((db) => leftToTake(db, cluster.now() + SOON_MS));
      const busy = await Promise.all(living.map((bot) => bot.call.madeAny(owners)));
      return !due && !busy.includes(true);
    });

  /** Its leases expire, and the other process takes over. */
  const takeOver = async (ledger: Ledger): Promise<void> => {
    await untilStill();
    await ledger.note();
    await cluster.advance(LEASES_OVER);
  };

  /** @returns false when there was no target */
  const strike = async ({ kind, bot: which, forMs }: Trouble, ledger: Ledger, readSince: number): Promise<boolean> => {
    const bot = cluster.bots()[which] as Bot;
    if (kind === 'killed') {
      await bot.kill();
      await takeOver(ledger);
      await cluster.startBot();
      return true;
    }
    if (kind !== 'stands with what it has claimed until another takes over') bot.pause();
    else if (!(await standsWithAClaim(bot, readSince))) return false;
    if (kind !== 'stands for a moment') await takeOver(ledger);
    await goOn(forMs, readSince);
    if (kind === 'stands until another takes over') ledger.goesOn(cluster.now());
    cluster.resume(bot);
    return true;
  };

  /** @returns false when it claims nothing more */
  const standsWithAClaim = async (bot: Bot, readSince: number): Promise<boolean> => {
    const stands = bot.pauseAt({ moments: [claimed('deliveries')] }).then(() => true);
    const calm = goOn(PATIENCE_MS, readSince).then(
      () => false,
      () => false,
    );
    if (await Promise.race([stands, calm])) return true;
    // It may have been stopped at that very moment: then it answers nothing.
    return Promise.race([stands, bot.disarm().then(() => false)]);
  };

  return {
    async batch({ incidents, troubles, faults }: ReplicaPlan): Promise<ReplicaBatch> {
      const ledger = createLedger(cluster);
      // After an hour, earlier messages no longer count in Teams' limits.
      await cluster.advance(HOUR_AND_MORE_MS);
      const began = cluster.now();
      await putScripts(
        cluster,
        incidents.flatMap((incident) => scriptsOf(incident, (step) => (step + 1) * STEP_MS)),
      );
      for (const fault of faults) await cluster.teams.fault(fault);
      const struck: Trouble['kind'][] = [];
      for (const [step, ofWord] of troubles.entries()) {
        const readSince = began + (step + 1) * STEP_MS + 1_000;
        await cluster.advance(Math.max(0, readSince - cluster.now()));
        for (const trouble of ofWord) {
          await goOn(trouble.afterMs, readSince);
          if (await strike(trouble, ledger, readSince)) struck.push(trouble.kind);
        }
        await waitForAlerts(cluster, { readSince });
      }
      await cluster.teams.clearFaults();
      const [{ known, extras }, lost, faulty] = [
        await evidenceOf(cluster),
        await ledger.lost(),
        await cluster.inStore(violations),
      ];
      const histories = incidents.flatMap((incident) =>
        watchings.map((watching): ReplicaHistory => {
          const { channel } = watching;
          const mine = (all: typeof known) =>
            all.filter((one) => one.kind === 'card' && one.mark === incident.mark && one.channel === channel);
          const kept = mine(known);
          return {
            ...{ mark: incident.mark, channel, wanted: expected(incident, [watching]).card },
            ...{ known: kept.length, cards: kept.length + mine(extras).length },
            newest: kept.every(({ words }) => words.includes(wordAt(incident, incident.steps.length - 1))),
            lost: lost.get(`${incident.mark} in ${channel}`) ?? 0,
          };
        }),
      );
      return {
        wrong: [...histories.flatMap(replicaViolations), ...faulty],
        histories,
        struck,
        late: await ledger.late(),
      };
    },
    end: () => cluster.end(),
  };
};

/** Time between two updates; the bots are idle before the next. */
const STEP_MS = 10 * MINUTE;
const HOUR_AND_MORE_MS = 61 * MINUTE;

/** Two processes on one PostgreSQL are killed and stopped while Teams fails and recovers. */
export const replicas = defineProof({
  name: 'health-2',
  says: 'two processes that are killed and paused post each card once',
  short: { runs: 6, seed: 3, needs: 'postgres' },
  runs: 1_000,
  only: 'postgres',
  // Incidents that begin at one moment.
  together: (runs) => Math.min(20, runs),
  runsEach: 10,
  plan: (_dice, first, seed, { count }) => replicaPlan(seed, first, count),
  at: ({ troubles }) => troubles.flatMap((some) => some.map(({ kind }) => kind)).join(', '),
  world: ({ url }) => openReplicaWorld(url),
  evidence: (world, plan) => world.batch(plan),
  laws: { 'each card once': ({ wrong }) => wrong },
  overall: (all) => ({ tells: [figuresOf(all)] }),
});

const figuresOf = (all: readonly ReplicaBatch[]): string => {
  const made = all.flatMap(({ histories }) => histories);
  const sum = (of: (one: ReplicaHistory) => number): number => made.reduce((total, one) => total + of(one), 0);
  const late = all.reduce((total, one) => total + one.late, 0);
  const troubles = Map.groupBy(
    all.flatMap(({ struck }) => struck),
    (kind) => kind,
  );
  const struck = [...troubles].map(([kind, times]) => `${kind} ${times.length}`).join(', ');
  const extra = sum(({ cards, known }) => cards - known);
  return `with ${sum(({ known }) => known)} cards, ${sum(({ lost }) => lost)} answers lost, ${late} of them to a stop in a call, ${extra} extra copies; a process ${struck}`;
};
