import { fc } from '../test/support/fast-check.ts';
import { breakGlassProof } from './break-glass/break-glass.ts';
import { schedules } from './break-glass/plan.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

it('break-glass is used once before its review, by named people, and every skipped approver is told once', async () => {
  expect(await proveShortly(breakGlassProof, { runs: 24, seed: 9 })).toEqual({ made: 24, violations: [] });
});

it('schedules hold every kind of step, and presses at the same moment', () => {
  const steps = fc.sample(schedules, 300).flatMap((schedule) => schedule.steps);
  const every = ['own notices', 'policy', 'restart', 'review', 'use', 'wait'];
  expect([...new Set(steps.map(({ kind }) => kind))].sort()).toEqual(every);
  const both = steps.flatMap((step) => (step.kind === 'use' && step.uses.length > 1 ? [step.uses] : []));
  expect(both.some(([one, other]) => one?.who === 'di' && other?.who === 'dia')).toBe(true);
});
