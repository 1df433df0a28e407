import { defineProof } from '../lib/define-proof.ts';
import { faultsAtEnd } from './laws.ts';
import { places, planBy, roles } from './plan.ts';
import { openWorld } from './world.ts';

/**
 * Batches of one to twenty lines for several people, some refused by the policy, decided by different people line by line or all at
 * once, withdrawn, under policies that change, at a service that refuses some and loses answers, while the process ends at any
 * transaction.
 */
export const bulkProof = defineProof({
  name: 'access/bulk',
  says: 'each line of a batch ends as if it had been asked for alone, and every copy says so',
  short: { runs: 8, seed: 7 },
  runs: 1_000,
  runsEach: 50,
  shrinks: true,
  plan: planBy,
  kinds: {
    of: ({ lines, steps, kills }) => [
      ...lines.flatMap(({ role, at, taken }) => [role, at, `taken ${taken}`]),
      ...steps.map((step) => (step.kind === 'press' ? step.verdict : step.kind)),
      ...kills.map(({ stored }) => `stored ${stored}`),
      ...(lines.length > 15 ? ['many lines'] : []),
    ],
    every: [
      ...[...roles, ...places, 'taken true', 'taken false', 'stored true', 'stored false', 'many lines'],
      ...['approve', 'cancel', 'deny', 'policy', 'restart'],
    ],
  },
  world: openWorld,
  evidence: (world, plan, run) => world.decide(plan, run),
  laws: {
    'stored whole or not at all': ({ inPart }) => inPart,
    'the end of each line and copy': faultsAtEnd,
  },
});
