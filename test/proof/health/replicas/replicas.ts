import type { Proof } from '../../proof.ts';
import { runOnStores } from '../../run-on-stores.ts';
import { openReplicaEnvironment } from './environment.ts';
import type { ReplicaHistory } from './invariants.ts';
import { replicaPlan } from './plan.ts';

const RUNS = 1_000;
/** Incidents that begin at one moment. */
const ABREAST = 20;
/** Waves on one store. */
const RUNS_PER_ENVIRONMENT = 10;

/** Two processes on one PostgreSQL, which are killed and stand still while Teams fails and heals. */
export const replicas: Proof = {
  name: 'health-2',
  runs: RUNS,
  async prove(options) {
    const { runs, seed, complain } = options;
    const stores = options.stores.filter(({ kind }) => kind === 'postgres');
    const size = Math.min(ABREAST, runs);
    const made: ReplicaHistory[] = [];
    let leftLate = 0;
    const troubles = new Map<string, number>();
    const batches = await runOnStores(
      { ...options, stores, runs: Math.ceil(runs / size) },
      {
        runsPerEnvironment: RUNS_PER_ENVIRONMENT,
        async open(store) {
          const environment = await openReplicaEnvironment(store.url);
          return {
            async run(batch) {
              const first = (batch - 1) * size + 1;
              const plan = replicaPlan(seed, first, size);
              const { wrong, histories, struck, late } = await environment
                .batch(plan)
                .catch((error: Error) => ({ wrong: [error.message], histories: [], struck: [], late: 0 }));
              made.push(...histories);
              leftLate += late;
              for (const kind of struck) troubles.set(kind, (troubles.get(kind) ?? 0) + 1);
              const at = `batch ${batch}, ${plan.troubles
                .flat()
                .map(({ kind }) => kind)
                .join(', ')}`;
              for (const words of wrong) complain({ run: first, at, words });
              return wrong.length === 0;
            },
            end: () => environment.end(),
          };
        },
      },
    );
    options.tell?.(figuresOf(made, leftLate, troubles));
    return batches * size;
  },
};

const figuresOf = (made: readonly ReplicaHistory[], late: number, troubles: ReadonlyMap<string, number>): string => {
  const sum = (of: (one: ReplicaHistory) => number): number => made.reduce((all, one) => all + of(one), 0);
  const struck = [...troubles].map(([kind, times]) => `${kind} ${times}`).join(', ');
  const extra = sum(({ cards, known }) => cards - known);
  return `with ${sum(({ known }) => known)} cards, ${sum(({ lost }) => lost)} answers lost, ${late} of them to a stop in a call, ${extra} extra copies; a process ${struck}`;
};
