import { fc } from '../test/support/fast-check.ts';
import { plans } from './access-reviews/plan.ts';
import { reviewsProof } from './access-reviews/reviews.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

it('a review removes what somebody decided to remove, and nothing else', async () => {
  expect(await proveShortly(reviewsProof, { runs: 12, seed: 7 })).toEqual({ made: 12, violations: [] });
});

it('reviews hold every kind of step, of access and of policy', () => {
  const all = fc.sample(plans, 300);
  const kinds = all.flatMap(({ steps }) => steps.map(({ kind }) => kind));
  const every = ['answer', 'answer and restart', 'approve', 'policy', 'replace', 'restart', 'vanish', 'wait'];
  expect([...new Set(kinds)].sort()).toEqual(every);
  expect(new Set(all.map(({ rules }) => rules)).size).toBe(4);
  expect(new Set(all.flatMap(({ access }) => access.map(({ at, ours }) => `${at} ${ours}`))).size).toBe(6);
});
