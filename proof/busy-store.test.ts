import type { Stores } from '../test/support/database.ts';
import { fc } from '../test/support/fast-check.ts';
import { checkCase } from './check-case.ts';
import type { Violation } from './proof.ts';
import { proveOnStores } from './prove-on-stores.ts';

const BUSY = 'StoreError: Store.Busy (storage.error.busy)';

const stores: Stores = {
  kind: 'sqlite',
  start: async () => {},
  create: async () => ({ url: 'sqlite:', remove: async () => {} }),
  stop: async () => {},
};

/** @param outcomes what each try of the only run finds, in turn */
const prove = async (outcomes: readonly (readonly string[])[]) => {
  const violations: Violation[] = [];
  let tries = 0;
  const options = { runs: 1, seed: 1, stores: [stores], complain: (one: Violation) => violations.push(one) };
  const made = await proveOnStores(options, {
    runsPerEnvironment: 5,
    open: async () => ({
      async run() {
        const found = outcomes[tries] ?? [];
        tries += 1;
        return found;
      },
      end: async () => {},
    }),
  });
  return { made, tries, said: violations.map(({ words }) => words) };
};

it('a run for which the store was too busy is made again', async () => {
  expect(await prove([[BUSY], []])).toEqual({ made: 1, tries: 2, said: [] });
});

it('a run for which the store is always too busy has a violation', async () => {
  expect(await prove([[BUSY], [BUSY], [BUSY], []])).toEqual({ made: 1, tries: 3, said: [BUSY] });
});

it('a run that found something besides is not made again', async () => {
  expect(await prove([[BUSY, 'a grant is gone'], []])).toEqual({ made: 1, tries: 1, said: [BUSY, 'a grant is gone'] });
});

it('a case for which the store was too busy is checked again', async () => {
  let tries = 0;
  const check = () => {
    tries += 1;
    return tries === 1 ? [BUSY] : [];
  };
  expect(await checkCase(1, 1, fc.constant(1), check)).toEqual([]);
  expect(tries).toBe(2);
});
