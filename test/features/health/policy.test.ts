import { mayRead, maySeeDetails, peopleWithDetails, portalLink } from '#features/health/policy.ts';
import { people } from '../../../sandbox/world.ts';
import { policyWith, shipped } from '../../support/shipped-policy.ts';

const section = /\nhealth:\n[\s\S]*?\n(?=\n)/.exec(shipped)?.[0] ?? '';

it('without the section nobody may read events', () => {
  const policy = policyWith(section);
  for (const { objectId } of Object.values(people)) {
    expect([mayRead(policy, objectId), maySeeDetails(policy, objectId)]).toEqual([false, false]);
  }
});

it('“everyone” means everybody whom the bot answers; details are for their groups', () => {
  const policy = policyWith();
  expect(mayRead(policy, 'somebody whom the policy does not name')).toBe(true);
  expect(maySeeDetails(policy, people.cy.objectId)).toBe(true);
  expect(maySeeDetails(policy, people.ana.objectId)).toBe(false);
  expect(peopleWithDetails(policy).map(({ name }) => name)).toEqual(['Cy Okafor']);
});

it('a person without the right to read gets no details either', () => {
  const policy = policyWith('read: everyone', 'read: [platform]');
  expect(mayRead(policy, people.bo.objectId)).toBe(true);
  expect(maySeeDetails(policy, people.cy.objectId)).toBe(false);
  expect(peopleWithDetails(policy)).toEqual([]);
});

it('an id is encoded in the address of the portal', () => {
  expect(portalLink(policyWith(), '../?x=1')).toBe('https://portal.northwind.example/health/..%2F%3Fx%3D1');
  expect(
    portalLink(policyWith('  portal: https://portal.northwind.example/health/{trackingId}\n'), 'A'),
  ).toBeUndefined();
});
