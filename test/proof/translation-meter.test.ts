import { proveShortly } from './short-tier.ts';
import { terms } from './translation/glossary/glossary.ts';
import { meter } from './translation/meter/meter.ts';

jest.setTimeout(300_000);

it('the ledger is never below what was charged, and no budget is passed, when a process is killed too', async () => {
  expect(await proveShortly(meter, { runs: 8, seed: 3, on: 'sqlite' })).toEqual({ made: 8, violations: [] });
});

it('terms go out escaped, whole and with their language in both profiles, and nowhere where they are none', async () => {
  expect(await proveShortly(terms, { runs: 30, seed: 3 })).toEqual({ made: 30, violations: [] });
});
