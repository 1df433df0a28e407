import type { Violation } from './proof.ts';
import { scope } from './scope/scope.ts';

it('every address stands for its parts and for nothing else', async () => {
  const violations: Violation[] = [];
  const made = await scope.prove({ runs: 20_000, seed: 4, stores: [], complain: (broken) => violations.push(broken) });
  expect({ made, violations }).toEqual({ made: 20_000, violations: [] });
});
