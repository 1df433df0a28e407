import type { Plan } from './billing/reading/plan.ts';
import { brokenWholeLaws, type Reading } from './billing/reading/reading.ts';

describe('the invariants find', () => {
  const plan: Plan = {
    ...{ rows: 3, counts: true, faults: new Map(), downFrom: undefined, twice: undefined },
    ...{ inserts: new Map(), removals: new Map(), broken: [], counted: 0 },
  };
  const right: Reading = {
    plan,
    taken: ['a', 'b', 'c'],
    end: { rows: 3, of: 3, complete: true },
    stood: [new Set(['a', 'b', 'c'])],
  };
  const short = { rows: 2, of: 3, complete: false, why: 'billing.why.missing', values: {} } as const;
  const down = { ...plan, downFrom: 1 };
  const broken = (wrong: Partial<Reading>) => brokenWholeLaws({ ...right, ...wrong });

  it('nothing wrong with a whole invoice, nor with one that says what it lacks', () => {
    expect(broken({})).toEqual([]);
    expect(broken({ plan: down, taken: ['a', 'b'], end: short })).toEqual([]);
  });

  it.each<[string, Partial<Reading>]>([
    ['a row that is taken twice', { taken: ['a', 'b', 'c', 'c'], end: { rows: 4, of: 3, complete: true } }],
    ['a partial total that says nothing', { taken: ['a', 'b'], end: { rows: 2, of: 3, complete: true } }],
    ['a number that is not what was taken', { plan: down, taken: ['a'], end: short }],
    ['a whole invoice that is told as incomplete', { taken: ['a', 'b'], end: short }],
    ['nothing, of an invoice that could be read', { taken: [], end: 'nothing' }],
  ])('%s', (_what, wrong) => expect(broken(wrong)).toHaveLength(1));
});
