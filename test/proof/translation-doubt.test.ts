import { prove } from './prove.ts';
import { doubt } from './translation/doubt/doubt.ts';

it('each paragraph goes from its own language, doubt is told, and nothing goes to its own readers', async () => {
  expect(await prove(doubt, { runs: 150, seed: 3 })).toEqual({ made: 150, violations: [] });
});
