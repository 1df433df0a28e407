import { defineProof } from '../lib/define-proof.ts';
import { scheduleBy } from './plan.ts';
import { openWorld } from './world.ts';

/** Uses of break-glass by named people and others, alone and two at once, reviews by everybody, lost answers, restarts and other policies. */
export const breakGlassProof = defineProof({
  name: 'access-09',
  says: 'break-glass is used once before its review, by named people, and every skipped approver is told once',
  short: { runs: 24, seed: 9 },
  runs: 3_000,
  runsEach: 150,
  shrinks: true,
  plan: scheduleBy,
  kinds: {
    of: ({ steps }) =>
      steps.flatMap((step) => {
        const [one, other] = step.kind === 'use' ? step.uses : [];
        return [
          step.kind,
          ...(one?.who === 'di' && other?.who === 'dia' ? ['two accounts of one person at once'] : []),
        ];
      }),
    every: [...['own notices', 'policy', 'restart', 'review', 'use', 'wait'], 'two accounts of one person at once'],
  },
  world: openWorld,
  evidence: (world, schedule) => world.play(schedule),
  laws: { 'as a model of docs/policy.md has it': (wrong) => wrong },
});
