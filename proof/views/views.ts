import { defineProof } from '../lib/define-proof.ts';
import { drawnAsItIs, openWorlds, problemsOf } from './environment.ts';
import { kindProblems } from './kinds/checks.ts';
import { kindPlanBy } from './kinds/plan.ts';
import { planBy } from './plan.ts';

/**
 * Cards in every state under every policy, in the eyes of everybody: whatever button a person sees is not refused when it is pressed,
 * everybody sees the state, and in a large conversation or an older client the shared card brings all of it.
 */
export const views = defineProof({
  name: 'views',
  says: 'nobody sees a button that is refused, and everybody sees the state',
  short: { runs: 40, seed: 6 },
  runs: 2_000,
  runsEach: 500,
  shrinks: true,
  plan: (dice) => ({ card: planBy(dice), kind: kindPlanBy(dice) }),
  world: openWorlds,
  evidence: async ({ cards, kinds }, { card, kind }) => ({
    card: await problemsOf(cards, card, drawnAsItIs),
    kind: await kindProblems(kinds, kind),
  }),
  laws: {
    'the card of a request': ({ card }) => card,
    'a card of another kind': ({ kind }) => kind,
  },
});
