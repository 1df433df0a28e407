import { wideLimits } from '../../../test/support/wide-limits.ts';
import { eligibleRoles } from './eligible-roles.ts';
import { people, subscription } from './world.ts';

/** Who asks, the places that eligibilities lie in, and the roles, as an own policy would have them. */
export const policyText = JSON.stringify({
  people: Object.fromEntries(people.map(({ objectId, name }, index) => [`p${index}`, { id: objectId, name }])),
  groups: { payments: people.map((_, index) => `p${index}`) },
  places: {
    payments: { title: 'Payments Production', scope: `/subscriptions/${subscription}` },
    ...Object.fromEntries(eligibleRoles.places.map(({ key, title, scope }) => [key, { title, scope }])),
  },
  changes: {
    answerWithin: '8 hours',
    finishWithin: '1 hour',
    rules: [{ name: 'removals', change: 'access.remove', ask: ['self'], approvals: 0 }],
  },
  limits: wideLimits,
  access: { roles: Object.fromEntries(eligibleRoles.roles.map(({ key, title, id }) => [key, { title, id }])) },
});
