import { people } from '../sandbox/world.ts';
import { emptiedFields, type StoredRequest, violationsOf } from './forms/invariants.ts';
import { planOf } from './forms/plan.ts';

describe('violationsOf', () => {
  const plan = planOf(1, 1);
  const requests = plan.people.map(
    ({ who, role, place, days, reason }): StoredRequest => ({
      ...{ ref: 'R-11111', role, place, days, reason },
      ...{ requester: people[who].objectId, person: people[who].objectId },
    }),
  );
  const [ana, di] = requests as [StoredRequest, StoredRequest];

  it('two requests as both people typed them are no violation', () => expect(violationsOf(plan, requests)).toEqual([]));

  it.each<[string, StoredRequest[]]>([
    ['a lost request', [ana]],
    ['a request that was made twice', [ana, ana, di]],
    ['a request in the name of another person', [{ ...ana, requester: people.di.objectId }, di]],
    ['a request for another person', [{ ...ana, person: people.di.objectId }, di]],
    ['a request for another role', [{ ...ana, role: 'owner' }, di]],
    ['a request for another place', [{ ...ana, place: 'nowhere' }, di]],
    ['a request for another duration', [{ ...ana, days: 99 }, di]],
  ])('%s is a violation', (_what, stored) => expect(violationsOf(plan, stored)).toHaveLength(1));

  it('an empty field that the person has filled in before is a violation', () => {
    const page = { role: '', duration: '3 days', reason: '' };
    expect(emptiedFields({ who: 'ana' }, page, new Set(['role', 'duration']))).toEqual([
      'ana typed role, and is asked for it again',
    ]);
  });
});
