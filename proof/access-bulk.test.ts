import { fc } from '../test/support/fast-check.ts';
import { bulkProof } from './access-bulk/bulk.ts';
import { plans } from './access-bulk/plan.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

it('each line of a batch ends as if it had been asked for alone, and every copy says so', async () => {
  expect(await proveShortly(bulkProof, { runs: 8, seed: 7 })).toEqual({ made: 8, violations: [] });
});

it('batches hold every kind of line, step and kill', () => {
  const all = fc.sample(plans, 300);
  const lines = all.flatMap((plan) => plan.lines);
  expect([...new Set(lines.map(({ role }) => role))].sort()).toEqual(['closed', 'free', 'owner', 'reader', 'writer']);
  expect(new Set(lines.map(({ taken }) => taken))).toEqual(new Set([true, false]));
  expect(Math.max(...all.map((plan) => plan.lines.length))).toBeGreaterThan(15);
  const kinds = all.flatMap(({ steps }) => steps.map((step) => (step.kind === 'press' ? step.verdict : step.kind)));
  expect([...new Set(kinds)].sort()).toEqual(['approve', 'cancel', 'deny', 'policy', 'restart']);
  expect(new Set(all.flatMap(({ kills }) => kills.map(({ stored }) => stored)))).toEqual(new Set([true, false]));
});
