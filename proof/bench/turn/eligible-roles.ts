import type { Http } from '../../../src/platform/http/http.ts';
import { DAY } from '../../../src/platform/lib/clock.ts';
import { wideLimits } from '../../../test/support/wide-limits.ts';
import { people, subscription } from './world.ts';

const roles = [
  { key: 'reader', title: 'Reader', id: 'acdd72a7-3385-48ef-bd42-f606fba81ae7' },
  { key: 'contributor', title: 'Contributor', id: 'b24988ac-6180-42a0-ab88-20f7382dd24c' },
  { key: 'secrets', title: 'Key Vault Secrets User', id: '4633458b-17de-408a-b874-0445c86b69e6' },
  { key: 'blob-reader', title: 'Storage Blob Data Reader', id: '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1' },
] as const;

const places = ['Ledger', 'Gateway', 'Settlement Europe', 'Fraud Detection', 'Card Vault'].map((title) => {
  const key = title.toLowerCase().replaceAll(' ', '-');
  return { key, title, scope: `/subscriptions/${subscription}/resourceGroups/rg-${key}` };
});

/** Each role at each place: twenty, with the fields that the vendor sends. */
const items = places.flatMap((place, row) =>
  roles.map((role, column) => {
    const number = row * roles.length + column;
    const name = `6b1d2c3e-6f7a-4b8c-8d9e-${String(number).padStart(12, '0')}`;
    const definition = `/subscriptions/${subscription}/providers/Vendor.Authorization/roleDefinitions/${role.id}`;
    const group = number % 3 === 2;
    const principal = group ? '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b60' : 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01';
    return {
      id: `${place.scope}/providers/Vendor.Authorization/roleEligibilitySchedules/${name}`,
      name,
      type: 'Vendor.Authorization/roleEligibilitySchedules',
      properties: {
        scope: place.scope,
        roleDefinitionId: definition,
        principalId: principal,
        principalType: group ? 'Group' : 'User',
        status: 'Provisioned',
        roleEligibilityScheduleRequestId: `${place.scope}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/${name}`,
        startDateTime: '2026-09-01T08:30:00.000Z',
        ...(number % 4 === 3 ? {} : { endDateTime: new Date(Date.now() + (number + 1) * DAY).toISOString() }),
        memberType: group ? 'Group' : 'Direct',
        createdOn: '2026-09-01T08:30:00.000Z',
        updatedOn: '2026-09-01T08:30:00.000Z',
        condition: null,
        conditionVersion: null,
        expandedProperties: {
          scope: { id: place.scope, displayName: `rg-${place.key}`, type: 'resourcegroup' },
          roleDefinition: { id: definition, displayName: role.title, type: 'BuiltInRole' },
          principal: {
            id: principal,
            displayName: group ? 'Payments team' : 'Ana Rossi',
            type: group ? 'Group' : 'User',
            ...(group ? {} : { email: 'ana.rossi@northwind.example' }),
          },
        },
      },
    };
  }),
);

/** What the vendor says that everybody is eligible for. */
export const eligibleRoles = { roles, places, answer: JSON.stringify({ value: items }) } as const;

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

/** The way out, but for the list that the vendor would answer a turn with. */
export const withStubbedVendor = (http: Http): Http => ({
  ...http,
  send: (request) =>
    request.url.includes('/roleEligibilitySchedules?')
      ? Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, text: eligibleRoles.answer })
      : http.send(request),
});
