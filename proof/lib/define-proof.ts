import type { Store, Stores } from '../../test/support/database.ts';
import { anyDice, checkCase } from '../check-case.ts';
import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { type Dice, diceOf } from '../run-on-stores.ts';

/** What the runs share on one store until it is replaced. */
export interface World {
  end(): Promise<void>;
}

/** By the name of each law: what does not hold, in words. */
export type Laws<Evidence, Plan> = Readonly<
  Record<string, (evidence: Evidence, plan: Plan) => readonly string[] | Promise<readonly string[]>>
>;

interface Definition<Plan, W extends World, Evidence> extends Omit<Proof, 'prove' | 'missingKinds'> {
  /** Draws the plan of one run. */
  plan(dice: Dice, run: number, seed: number): Plan;
  /** What names a run beside its store; nothing does when absent. */
  at?(plan: Plan, run: number): string;
  /** What the plans hold, in words, and all that they must hold some time. */
  readonly kinds?: { of(plan: Plan): readonly string[]; readonly every: readonly string[] };
  /** Sets up what the runs share on one store. */
  world(store: Store, kind: Stores['kind'], seed: number): Promise<W>;
  /** Runs on one store and its processes: what they leave grows, and so does the time to read it. */
  readonly runsEach: number;
  /** Workers on each kind of store where a run waits more than it works; one when absent. */
  readonly workers?: number;
  /** A failing plan is made smaller: for worlds in which a run leaves nothing that a second one minds. */
  readonly shrinks?: true;
  /** Makes one run. @returns what is known of it at its end */
  evidence(world: W, plan: Plan, run: number): Promise<Evidence>;
  readonly laws: Laws<Evidence, Plan>;
}

/** Plans that are looked at for the kinds that they hold. */
const SAMPLE = 300;

/** A proof whose runs are drawn one by one, made in a world on a store, and held against laws. */
export const defineProof = <Plan, W extends World, Evidence>(definition: Definition<Plan, W, Evidence>): Proof => {
  const { plan, at, kinds, world: open, runsEach, workers = 1, shrinks, evidence, laws, ...identity } = definition;

  const faultsOf = async (world: W, drawn: Plan, run: number): Promise<readonly string[]> => {
    const found = await evidence(world, drawn, run);
    const all = Object.entries(laws).map(async ([law, faults]) =>
      (await faults(found, drawn)).map((words) => `${law}: ${words}`),
    );
    return (await Promise.all(all)).flat();
  };

  return {
    ...identity,
    ...(kinds && {
      missingKinds() {
        const drawn = Array.from({ length: SAMPLE }, (_, n) => kinds.of(plan(diceOf(1, n + 1), n + 1, 1)));
        const held = new Set(drawn.flat());
        return kinds.every.filter((kind) => !held.has(kind));
      },
    }),
    prove(options) {
      const { seed } = options;
      const stores = options.stores.flatMap((kind) => sharedBy(workers, kind));
      const planOf = (run: number): Plan => plan(diceOf(seed, run), run, seed);
      return proveOnStores(
        { ...options, stores },
        {
          runsPerEnvironment: runsEach,
          at: (run, kind) => (at ? `${kind}, ${at(planOf(run), run)}` : kind),
          async open(store, kind) {
            const world = await open(store, kind, seed);
            return {
              run: (run) =>
                shrinks
                  ? checkCase(
                      seed,
                      run,
                      anyDice.map((dice) => plan(dice, run, seed)),
                      (drawn) => faultsOf(world, drawn, run),
                    )
                  : faultsOf(world, planOf(run), run),
              end: () => world.end(),
            };
          },
        },
      );
    },
  };
};

/** The same stores for several workers, started and stopped once; one store is made or removed at a time. */
export const sharedBy = (workers: number, stores: Stores): Stores[] => {
  let started: Promise<void> | undefined;
  let left = workers;
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const shared: Stores = {
    kind: stores.kind,
    start() {
      started ??= stores.start();
      return started;
    },
    async create() {
      const store = await inTurn(stores.create);
      return { ...store, remove: () => inTurn(store.remove) };
    },
    async stop() {
      left -= 1;
      if (left === 0) await stores.stop();
    },
  };
  return Array.from({ length: workers }, () => shared);
};
