import type { Store, Stores } from '../support/database.ts';
import { inLanes } from './lanes.ts';
import type { ProofOptions } from './proof.ts';

export interface Broken {
  readonly run: number;
  readonly words: string;
}

/** Makes many runs at a time. */
export interface WaveStage<P> {
  /** @returns what does not hold for which run */
  wave(plans: readonly P[]): Promise<readonly Broken[]>;
  end(): Promise<void>;
}

export interface Waves<P> {
  /** Runs in one wave, at most. */
  readonly size: number;
  /** Waves on one store: it grows, and so does the time to read it. */
  readonly worn: number;
  /** @param place in its wave, from 0 */
  plan(run: number, place: number): P;
  open(store: Store): Promise<WaveStage<P>>;
}

/** Makes the runs in waves, the waves in lanes; a wave that breaks down breaks each of its runs. @returns how many were made */
export const inWaves = async <P>(options: ProofOptions, waves: Waves<P>): Promise<number> => {
  const { runs, stores, complain } = options;
  const size = Math.min(waves.size, Math.ceil(runs / stores.length));
  let made = 0;
  const open = async (store: Store, at: Stores['kind']) => {
    const stage = await waves.open(store);
    return {
      run: async (wave: number): Promise<boolean> => {
        const first = (wave - 1) * size + 1;
        const numbers = Array.from({ length: Math.min(size, runs - first + 1) }, (_, n) => first + n);
        const broken = await stage
          .wave(numbers.map((run, place) => waves.plan(run, place)))
          .catch((error: Error) => numbers.map((run) => ({ run, words: error.message })));
        for (const { run, words } of broken) complain({ run, at, words });
        made += numbers.length;
        return broken.length === 0;
      },
      end: () => stage.end(),
    };
  };
  await inLanes({ ...options, runs: Math.ceil(runs / size) }, { worn: waves.worn, open });
  return made;
};
