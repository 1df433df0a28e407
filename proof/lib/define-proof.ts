import type { Store, Stores } from '../../test/support/database.ts';
import type { Proof, ProofOptions } from '../proof.ts';
import { anyDice, checkCase, isOnlyBusy, MOST_TRIES } from './check-case.ts';
import { type Dice, diceOf } from './dice.ts';

/** What the runs share on one store until it is replaced. */
export interface World {
  end(): Promise<unknown>;
}

/** What does not hold, in words; of one of several runs that are made together, with its number. */
export type Fault = string | { readonly run: number; readonly words: string };

/** By the name of each law: what does not hold. */
export type Laws<Evidence, Plan> = Readonly<
  Record<string, (evidence: Evidence, plan: Plan) => readonly Fault[] | Promise<readonly Fault[]>>
>;

/** What does not hold of all runs together, and what else is worth knowing of them. */
export interface Overall {
  readonly broken?: readonly string[];
  readonly tells?: readonly string[];
}

/** How many runs a plan is for, the number of the plan itself, and on how many stores the proof is made. */
export interface Extent {
  readonly count: number;
  readonly number: number;
  readonly stores: number;
}

interface Definition<Plan, W extends World, Evidence> extends Omit<Proof, 'prove' | 'missingKinds'> {
  /** Draws the plan of one run, or of those that are made together from this one on. */
  plan(dice: Dice, run: number, seed: number, extent: Extent): Plan;
  /** What names a run beside its store; nothing does when absent. */
  at?(plan: Plan, run: number): string;
  /** What the plans hold, in words, and all that they must hold some time. */
  readonly kinds?: { of(plan: Plan): readonly string[]; readonly every: readonly string[] };
  /** Sets up what the runs share on one store. */
  world(store: Store, kind: Stores['kind'], seed: number): Promise<W>;
  /** Plans for one store and its processes: what they leave grows, and so does the time to read it. */
  readonly runsEach: number;
  /** Runs that are made together, of so many on each store; one when absent. */
  together?(runs: number): number;
  /** Workers on each kind of store where a run waits more than it works; one when absent. */
  readonly workers?: number;
  /** The one kind of store that it is about. */
  readonly only?: Stores['kind'];
  /** A failing plan is made smaller: for worlds in which a run leaves nothing that a second one minds. */
  readonly shrinks?: true;
  /** Makes one plan come true. @returns what is known of it at its end */
  evidence(world: W, plan: Plan, run: number): Promise<Evidence>;
  readonly laws: Laws<Evidence, Plan>;
  /** Looks at what is known of all runs. */
  overall?(all: readonly Evidence[]): Overall;
}

/** Plans that are looked at for the kinds that they hold. */
const SAMPLE = 300;

/** A proof whose runs are drawn one by one, made in a world on a store, and held against laws. */
export const defineProof = <Plan, W extends World, Evidence>(definition: Definition<Plan, W, Evidence>): Proof => {
  const {
    plan,
    at,
    kinds,
    world,
    runsEach,
    together,
    workers = 1,
    only,
    shrinks,
    evidence,
    laws,
    overall,
    ...identity
  } = definition;
  return {
    ...identity,
    ...(kinds && {
      missingKinds() {
        const drawn = Array.from({ length: SAMPLE }, (_, n) => n + 1).map((run) =>
          kinds.of(plan(diceOf(1, run), run, 1, { count: 1, number: run, stores: 1 })),
        );
        const held = new Set(drawn.flat());
        return kinds.every.filter((kind) => !held.has(kind));
      },
    }),
    async prove(options) {
      const { runs, seed, complain } = options;
      const kindsOfStores = options.stores.filter(({ kind }) => only === undefined || kind === only);
      const stores = kindsOfStores.flatMap((kind) => sharedBy(workers, kind));
      const size = Math.max(1, together?.(Math.ceil(runs / stores.length)) ?? 1);
      const countFrom = (run: number): number => Math.min(size, runs - run + 1);
      const planOf = (run: number, dice = diceOf(seed, run)): Plan =>
        plan(dice, run, seed, { count: countFrom(run), number: Math.ceil(run / size), stores: stores.length });
      const all: Evidence[] = [];
      let made = 0;

      const faultsOf = async (on: W, drawn: Plan, run: number): Promise<Fault[]> => {
        const found = await evidence(on, drawn, run);
        if (overall) all.push(found);
        const named = async ([law, faults]: [string, Laws<Evidence, Plan>[string]]): Promise<Fault[]> =>
          (await faults(found, drawn)).map((fault) =>
            typeof fault === 'string' ? `${law}: ${fault}` : { ...fault, words: `${law}: ${fault.words}` },
          );
        return (await Promise.all(Object.entries(laws).map(named))).flat();
      };

      const shrunk = (on: W, run: number): Promise<readonly string[]> =>
        checkCase(
          seed,
          run,
          anyDice.map((dice) => planOf(run, dice)),
          async (drawn) => (await faultsOf(on, drawn, run)).map(wordsOf),
        );

      const tries = new Map<number, number>();
      await onStores(stores, Math.ceil(runs / size), runsEach, async (store, { kind }) => {
        const on = await world(store, kind, seed);
        return {
          async make(number) {
            const run = (number - 1) * size + 1;
            const faults = await (shrinks ? shrunk(on, run) : faultsOf(on, planOf(run), run)).catch(
              (error: Error): Fault[] => [error.message],
            );
            const tried = (tries.get(run) ?? 0) + 1;
            tries.set(run, tried);
            if (isOnlyBusy(faults.map(wordsOf)) && tried < MOST_TRIES) return 'again';
            const place = at ? `${kind}, ${at(planOf(run), run)}` : kind;
            for (const fault of faults)
              complain({ run: typeof fault === 'string' ? run : fault.run, at: place, words: wordsOf(fault) });
            made += countFrom(run);
            return faults.length === 0;
          },
          end: () => on.end(),
        };
      });
      await told(options, overall?.(all));
      return made;
    },
  };
};

const wordsOf = (fault: Fault): string => (typeof fault === 'string' ? fault : fault.words);

/** Says what all runs together came to. */
export const told = async ({ runs, complain, tell }: ProofOptions, overall: Overall = {}): Promise<void> => {
  for (const words of overall.broken ?? []) complain({ run: runs, at: 'all runs', words });
  for (const words of overall.tells ?? []) tell?.(words);
};

/** What makes plans on one store until it is replaced. */
interface OneStore extends World {
  /** Makes the plan with this number. @returns false after a violation: the next one wants another store; `again`: this one does */
  make(number: number): Promise<boolean | 'again'>;
}

/**
 * Makes plans on all stores side by side: number n on store (n - 1) % stores. Each gets a new store and world after `each` plans and after
 * a violation, so that none grows slow or false under the traces of those before it.
 */
const onStores = async (
  stores: readonly Stores[],
  plans: number,
  each: number,
  open: (store: Store, kind: Stores) => Promise<OneStore>,
): Promise<void> => {
  const inOneWorld = async (kind: Stores, numbers: number[]): Promise<void> => {
    const store = await kind.create();
    const on = await open(store, kind);
    try {
      for (let left = each; left > 0 && numbers.length > 0; left -= 1) {
        const number = numbers.shift() ?? 0;
        const made = await on.make(number);
        if (made === 'again') numbers.unshift(number);
        if (made !== true) return;
      }
    } finally {
      await on.end();
      await store.remove();
    }
  };
  const onOne = async (kind: Stores, index: number): Promise<void> => {
    const numbers = Array.from({ length: plans }, (_, n) => n + 1).filter((n) => (n - 1) % stores.length === index);
    await kind.start();
    try {
      while (numbers.length > 0) await inOneWorld(kind, numbers);
    } finally {
      await kind.stop();
    }
  };
  await Promise.all(stores.map(onOne));
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
