import { fc } from '../test/support/fast-check.ts';
import { extensionProof } from './extension/extension.ts';
import { schedules } from './extension/plan.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

it('access ends at the latest approved end, not sooner and not later', async () => {
  expect(await proveShortly(extensionProof, { runs: 24, seed: 7 })).toEqual({ made: 24, violations: [] });
});

it('schedules hold every kind of step, and both kinds of services', () => {
  const all = fc.sample(schedules, 300);
  const kinds = all.flatMap(({ steps }) => steps.map(({ kind }) => kind));
  const every = ['approve', 'approve and remove', 'deny', 'extend', 'remove', 'restart', 'wait', 'withdraw'];
  expect([...new Set(kinds)].sort()).toEqual(every);
  expect(new Set(all.map(({ adjacent }) => adjacent))).toEqual(new Set([true, false]));
});
