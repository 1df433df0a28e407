import { inLanes } from '../../lanes.ts';
import type { Proof } from '../../proof.ts';
import type { ReplicaHistory } from './laws.ts';
import { replicaPlan } from './plan.ts';
import { openReplicaStage } from './stage.ts';

const RUNS = 1_000;
/** Incidents that begin at one moment. */
const ABREAST = 20;
/** Waves on one store. */
const WORN = 10;

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
    const waves = await inLanes(
      { ...options, stores, runs: Math.ceil(runs / size) },
      {
        worn: WORN,
        async open(store) {
          const stage = await openReplicaStage(store.url);
          return {
            async run(wave) {
              const first = (wave - 1) * size + 1;
              const plan = replicaPlan(seed, first, size);
              const { wrong, histories, struck, late } = await stage
                .wave(plan)
                .catch((error: Error) => ({ wrong: [error.message], histories: [], struck: [], late: 0 }));
              made.push(...histories);
              leftLate += late;
              for (const kind of struck) troubles.set(kind, (troubles.get(kind) ?? 0) + 1);
              const at = `wave ${wave}, ${plan.troubles
                .flat()
                .map(({ kind }) => kind)
                .join(', ')}`;
              for (const words of wrong) complain({ run: first, at, words });
              return wrong.length === 0;
            },
            end: () => stage.end(),
          };
        },
      },
    );
    options.tell?.(figuresOf(made, leftLate, troubles));
    return waves * size;
  },
};

const figuresOf = (made: readonly ReplicaHistory[], late: number, troubles: ReadonlyMap<string, number>): string => {
  const sum = (of: (one: ReplicaHistory) => number): number => made.reduce((all, one) => all + of(one), 0);
  const struck = [...troubles].map(([kind, times]) => `${kind} ${times}`).join(', ');
  const extra = sum(({ cards, known }) => cards - known);
  return `with ${sum(({ known }) => known)} cards, ${sum(({ lost }) => lost)} answers lost, ${late} of them to a stop in a call, ${extra} extra copies; a process ${struck}`;
};
