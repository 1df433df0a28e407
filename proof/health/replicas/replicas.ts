import type { Proof } from '../../proof.ts';
import { proveOnStores } from '../../prove-on-stores.ts';
import { openReplicaEnvironment } from './environment.ts';
import type { ReplicaHistory } from './invariants.ts';
import { type ReplicaPlan, replicaPlan } from './plan.ts';

const RUNS = 1_000;
/** Incidents that begin at one moment. */
const ABREAST = 20;

/** Two processes on one PostgreSQL are killed and stopped while Teams fails and recovers. */
export const replicas: Proof = {
  name: 'health-2',
  says: 'two processes that are killed and paused post each card once',
  short: { runs: 6, seed: 3, needs: 'postgres' },
  runs: RUNS,
  async prove(options) {
    const { runs, seed } = options;
    const stores = options.stores.filter(({ kind }) => kind === 'postgres');
    const size = Math.min(ABREAST, runs);
    const firstOf = (batch: number): number => (batch - 1) * size + 1;
    const plan = (batch: number): ReplicaPlan => replicaPlan(seed, firstOf(batch), size);
    const made: ReplicaHistory[] = [];
    let leftLate = 0;
    const troubles = new Map<string, number>();
    const batches = await proveOnStores(
      { ...options, stores },
      {
        runs: Math.ceil(runs / size),
        runsPerEnvironment: 10,
        numberOf: firstOf,
        at(batch) {
          const kinds = plan(batch).troubles.flat();
          return `batch ${batch}, ${kinds.map(({ kind }) => kind).join(', ')}`;
        },
        async open({ url }) {
          const environment = await openReplicaEnvironment(url);
          return {
            async run(batch) {
              const { wrong, histories, struck, late } = await environment.batch(plan(batch));
              made.push(...histories);
              leftLate += late;
              for (const kind of struck) troubles.set(kind, (troubles.get(kind) ?? 0) + 1);
              return wrong;
            },
            end: environment.end,
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
