import { people } from '../../src/sandbox/world.ts';
import { forms } from './forms/forms.ts';
import { type Asked, forgotten, violationsOf } from './forms/invariants.ts';
import { planOf } from './forms/plan.ts';
import { proveShortly } from './short-tier.ts';

it('two people fill in the same form while the bot goes and comes back', async () => {
  expect(await proveShortly(forms, { runs: 2, seed: 3, on: 'sqlite' })).toEqual({ made: 2, violations: [] });
}, 300_000);

describe('the invariants find', () => {
  const plan = planOf(1, 1);
  const right = plan.people.map(
    ({ who, role, place, days, reason }): Asked => ({
      ...{ ref: 'R-11111', role, place, days, reason },
      ...{ requester: people[who].objectId, person: people[who].objectId },
    }),
  );
  const [ana, di] = right as [Asked, Asked];

  it('nothing wrong with what both typed', () => expect(violationsOf(plan, right)).toEqual([]));
  it('a field that was taken and is asked for again', () => {
    const page = { what: '', duration: '3 days', reason: '' };
    expect(forgotten({ who: 'ana' }, page, new Set(['what', 'duration']))).toEqual([
      'ana typed what, and is asked for it again',
    ]);
  });
  it('a request that was lost', () => expect(violationsOf(plan, [ana])).toHaveLength(1));
  it('a request that was made twice', () => expect(violationsOf(plan, [ana, ana, di])).toHaveLength(1));
  it.each([
    ['who asks', { requester: people.di.objectId }],
    ['whom it is for', { person: people.di.objectId }],
    ['a role', { role: 'owner' }],
    ['a place', { place: 'nowhere' }],
    ['a duration', { days: 99 }],
  ])('%s that is another’s', (_what, mixed) => expect(violationsOf(plan, [{ ...ana, ...mixed }, di])).toHaveLength(1));
});
