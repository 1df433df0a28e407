import { defineProof } from '../../lib/define-proof.ts';
import { openMeterEnvironment } from './environment.ts';
import { planOf } from './plan.ts';

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
