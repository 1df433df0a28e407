import { proveShortly } from './short-tier.ts';
import { detection } from './translation/detection/detection.ts';

it('each paragraph goes from its own language, doubt is told, and nothing goes to its own readers', async () => {
  expect(await proveShortly(detection, { runs: 150, seed: 3 })).toEqual({ made: 150, violations: [] });
});
