import type { Stores } from '../test/support/database.ts';
import { fc } from '../test/support/fast-check.ts';
import { checkCase } from './lib/check-case.ts';
import { defineProof } from './lib/define-proof.ts';
import type { Violation } from './proof.ts';

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
  const proof = defineProof({
    ...{ name: 'one', says: 'that it holds', runs: 1, runsEach: 5 },
    plan: () => undefined,
    world: async () => ({ end: async () => {} }),
    async evidence() {
      tries += 1;
      return outcomes[tries - 1] ?? [];
    },
    laws: { law: (wrong) => wrong },
  });
  const made = await proof.prove({ runs: 1, seed: 1, stores: [stores], complain: (one) => violations.push(one) });
  return { made, tries, said: violations.map(({ words }) => words) };
};

it('a run for which the store was too busy is made again', async () => {
  expect(await prove([[BUSY], []])).toEqual({ made: 1, tries: 2, said: [] });
});

it('a run for which the store is always too busy has a violation', async () => {
  expect(await prove([[BUSY], [BUSY], [BUSY], []])).toEqual({ made: 1, tries: 3, said: [`law: ${BUSY}`] });
});

it('a run that found something besides is not made again', async () => {
  const said = [`law: ${BUSY}`, 'law: a grant is gone'];
  expect(await prove([[BUSY, 'a grant is gone'], []])).toEqual({ made: 1, tries: 1, said });
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
