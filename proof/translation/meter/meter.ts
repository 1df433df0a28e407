import { createVendorSandbox } from '../../../sandbox/cloud/vendor-sandbox.ts';
import { systemClock } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { openExistingDatabase } from '../../../src/platform/storage/database.ts';
import type { Stores } from '../../../test/support/database.ts';
import { type ChildProcess, startChildProcess } from '../../cluster/child-process.ts';
import { defineProof } from '../../lib/define-proof.ts';
import { type CountingTranslator, startCountingTranslator } from './counting-translator.ts';
import { type Evidence, violationsOf } from './invariants.ts';
import type { LedgerFunctions } from './meter-process.ts';
import { type Plan, planOf, policyOf } from './plan.ts';

const PROCESS = '../translation/meter/meter-process.ts';

/** The processes that spend: two on PostgreSQL, which several may share. */
const openMeterEnvironment = async (databaseUrl: string, kind: Stores['kind']) => {
  const vendor = await createVendorSandbox({
    ...{ port: 0, namespace: 'Vendor', store: 'sqlite::memory:', anyPrincipal: false, listLagMs: 0 },
    ...{ clock: systemClock, ids: randomIds, log: silentLog },
  });
  await vendor.start();
  const translator = await startCountingTranslator(vendor.url);

  const startSpender = async (): Promise<ChildProcess<LedgerFunctions>> => {
    const peer = startChildProcess<LedgerFunctions>(PROCESS);
    await peer.call.open(databaseUrl, { url: translator.url, key: vendor.keys.translator });
    return peer;
  };
  const spenders = [await startSpender()];
  if (kind === 'postgres') spenders.push(await startSpender());
  const database = openExistingDatabase(databaseUrl);

  return {
    async spend(plan: Plan): Promise<readonly string[]> {
      const ended = plan.kill
        ? await spendAndDie({ plan, translator, spenders, startSpender })
        : await spend({ plan, translator, spenders });
      await translator.rest();
      return violationsOf(database.db, { plan, books: translator.books(), ended });
    },
    async end() {
      for (const { signal } of spenders) signal('SIGKILL');
      await Promise.all(spenders.map((spender) => spender.ended));
      await database.close();
      await translator.stop();
      await vendor.stop();
    },
  };
};

interface Spending {
  readonly plan: Plan;
  readonly translator: CountingTranslator;
  readonly spenders: ChildProcess<LedgerFunctions>[];
}

const spend = async ({ plan, translator, spenders }: Spending): Promise<Evidence['ended']> => {
  translator.conduct({ fault: plan.fault, at: () => {} });
  return translateAll(plan, spenders);
};

/** All orders at once. @param dying what it does not answer is no fault */
const translateAll = async (
  plan: Plan,
  spenders: readonly ChildProcess<LedgerFunctions>[],
  dying?: ChildProcess<LedgerFunctions>,
): Promise<Evidence['ended']> => {
  const policy = policyOf(plan);
  const all = plan.orders.map(async (planned, index) => {
    const spender = spenders[index % spenders.length];
    const ended = await spender?.call.translate({ ...planned, policy }).catch((error: unknown) => {
      if (spender === dying) return undefined;
      throw error;
    });
    return ended ? [{ planned, ended }] : [];
  });
  return (await Promise.all(all)).flat();
};

/** One process is killed at the plan's moment; a new one takes its orders up again, as the job does. */
const spendAndDie = async ({
  plan,
  translator,
  spenders,
  startSpender,
}: Spending & { startSpender(): Promise<ChildProcess<LedgerFunctions>> }): Promise<Evidence['ended']> => {
  const [victim] = spenders;
  if (!plan.kill || !victim) return [];
  const { moment, nth, afterMs } = plan.kill;
  let times = 0;
  translator.conduct({
    fault: plan.fault,
    at(seen) {
      if (seen !== moment) return;
      times += 1;
      if (times !== nth) return;
      if (afterMs === 0) victim.signal('SIGKILL');
      else setTimeout(() => victim.signal('SIGKILL'), afterMs);
    },
  });
  await translateAll(plan, spenders, victim);
  victim.signal('SIGKILL');
  await victim.ended;
  spenders[0] = await startSpender();
  return translateAll(plan, spenders);
};

/**
 * What translations cost is known before they go out, no budget is ever passed, and the ledger is never below what was
 * charged: with lost answers, refusals, several processes, and a process that is killed in the midst of it.
 */
export const meter = defineProof({
  name: 'translation-3',
  says: 'the meter is never below what was charged and no budget is passed, also after a kill',
  short: { runs: 8, seed: 3, on: 'sqlite' },
  runs: 200,
  runsEach: 50,
  plan: (_dice, run, seed) => planOf(seed, run),
  world: (store, kind) => openMeterEnvironment(store.url, kind),
  evidence: (world, plan) => world.spend(plan),
  laws: { 'the ledger against the books of the translator': (wrong) => wrong },
});
