import { runInBatches } from '../../batches.ts';
import type { Proof } from '../../proof.ts';
import { openThreadEnvironment } from './environment.ts';
import { threadPlan } from './plan.ts';

const RUNS = 400;
/** Incidents at a time. */
const ABREAST = 20;
/** Waves on one store. */
const RUNS_PER_ENVIRONMENT = 5;

/** Incidents from their first update to their review: each has one card, with its news in the thread. */
export const oneThread: Proof = {
  name: 'health-4',
  says: 'an incident has one card with its news in its thread, from its beginning to its review',
  short: { runs: 6, seed: 2, on: 'sqlite' },
  runs: RUNS,
  prove: (options) =>
    runInBatches(options, {
      size: ABREAST,
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      plan: (run) => ({ run, incident: threadPlan(options.seed, run) }),
      open: ({ url }) => openThreadEnvironment(url),
    }),
};
