import type { Proof } from '../../proof.ts';
import { inWaves } from '../../waves.ts';
import { threadPlan } from './plan.ts';
import { openThreadStage } from './stage.ts';

const RUNS = 400;
/** Incidents at a time. */
const ABREAST = 20;
/** Waves on one store. */
const WORN = 5;

/** Incidents from their first word to their review: each one card, and below it its news. */
export const oneThread: Proof = {
  name: 'health-4',
  runs: RUNS,
  prove: (options) =>
    inWaves(options, {
      size: ABREAST,
      worn: WORN,
      plan: (run) => ({ run, incident: threadPlan(options.seed, run) }),
      open: ({ url }) => openThreadStage(url),
    }),
};
