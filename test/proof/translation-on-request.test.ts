import { proveShortly } from './short-tier.ts';
import { slow } from './translation/on-request/latency.ts';
import { readers } from './translation/on-request/readers.ts';

jest.setTimeout(300_000);

it('three readers have their own language for one call, and what is known is not sent again', async () => {
  expect(await proveShortly(readers, { runs: 4, seed: 5, on: 'sqlite' })).toEqual({ made: 4, violations: [] });
});

it('what a client sends three times while the translator is slow is one translation and one card', async () => {
  expect(await proveShortly(slow, { runs: 3, seed: 5, on: 'sqlite' })).toEqual({ made: 3, violations: [] });
});
