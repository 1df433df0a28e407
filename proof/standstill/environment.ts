import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import type { Store } from '../../test/support/database.ts';
import { startChildProcess } from '../cluster/child-process.ts';
import { openCluster } from '../cluster/cluster.ts';
import { diceOf } from '../lib/dice.ts';
import { freshVendor } from '../requests.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { openBackends, openBotFaults } from './faults.ts';
import { lateAnswers, lostWrites, type Measured, violationsAtRest } from './invariants.ts';
import type { Plan } from './plan.ts';
import { type Answer, allDayPolicy, createRequests, pauseBetween, type ReferenceBot } from './requests.ts';
import type { LedgerFunctions } from './writer-process.ts';

/** Before the faults and after them everything must answer too. */
const CALM_MS = 3 * SECOND;
/** A guard against what never comes, no measure. */
const PATIENCE_MS = 4 * MINUTE;

/** Two bots and a ledger on one database; in each run some of what they need stands still, falls, or tells a wrong time. */
export const openStandstillWorld = async (store: Store, seed: number, referenceBot: () => ReferenceBot) => {
  const cluster = await openCluster({ databaseUrl: store.url, policy: allDayPolicy, pollMs: 250 });
  const first = [await cluster.startBot(), await cluster.startBot()];
  await waitUntilIdle(cluster);
  const warmer = await createRequests(cluster, diceOf(seed, 0), 0);
  for (const bot of first) await warmer.warm(bot);
  const backends = await openBackends(store.url);
  const ledger = startChildProcess<LedgerFunctions>('../standstill/writer-process.ts');
  await ledger.call.start(store.url);

  const story = async (plan: Plan, run: number): Promise<string[]> => {
    await freshVendor(cluster);
    const asking = await createRequests(cluster, plan.dice, run);
    const botFaults = await openBotFaults(cluster, backends, plan.dice, asking.warm);
    const wrong: string[] = [];
    const answers: Answer[] = [];
    const asked = new Set<Promise<void>>();
    let over = false;

    const askOn = async (): Promise<void> => {
      for (let n = 0; !over; n += 1) {
        await sleep(pauseBetween);
        const awake = botFaults.awake();
        const bot = awake[n % awake.length];
        if (!bot) continue;
        const what = plan.dice.pick(['read', 'request', 'request', 'approve', 'approve'] as const);
        const one = asking[what](bot).then(
          (answer) => void answers.push(answer),
          (error: Error) => void wrong.push(`${what} was not asked: ${error.message}`),
        );
        asked.add(one);
        void one.finally(() => asked.delete(one));
      }
    };
    const watchLedger = async (): Promise<void> => {
      while (!over) {
        await sleep(SECOND);
        wrong.push(...(await lostWrites(backends, await ledger.call.acknowledged())));
      }
    };
    const happen = async ({ afterMs, fault }: (typeof plan.faults)[number]): Promise<void> => {
      await sleep(CALM_MS + afterMs);
      await botFaults.inflict(fault);
    };

    const meanwhile = [askOn(), watchLedger()];
    try {
      await Promise.all(plan.faults.map(happen));
      await sleep(CALM_MS);
    } finally {
      over = true;
      await Promise.allSettled(meanwhile);
    }
    await Promise.all([...meanwhile, ...asked]);
    const measured: Measured = { answers, botFaults, referenceBot: referenceBot() };
    return [...wrong, ...lateAnswers(measured), ...(await violationsAtRest(cluster, answers, PATIENCE_MS))];
  };

  return {
    story,
    async end() {
      await backends.end();
      ledger.signal('SIGKILL');
      await ledger.ended;
      await cluster.end();
    },
  };
};
