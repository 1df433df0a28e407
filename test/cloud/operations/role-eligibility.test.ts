import { type EligibilityFilter, writeEligibilityFilter } from '#cloud/operations/role-eligibility.ts';
import {
  type Expiration,
  requestState,
  roleDefinitionId,
  roleGuid,
  writeEligibilityRequest,
} from '#cloud/operations/role-eligibility-request.ts';
import { eligibilitySchedule, policyLimits, roleManagementPolicy } from '#cloud/operations/role-eligibility-schemas.ts';
import { quoted } from '#cloud/request/freeze.ts';
import { profileOf } from '#cloud/services/profile.ts';
import cases from '../../fixtures/cloud/operations/role-eligibility.json' with { type: 'json' };

const profile = profileOf('Vendor');
const subscriptionId = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const scope = { kind: 'subscription', subscriptionId } as const;
const reader = 'acdd72a7-3385-48ef-bd42-f606fba81ae7';
const ana = 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01';
const readerId = `/subscriptions/${subscriptionId}/providers/Vendor.Authorization/roleDefinitions/${reader}`;

test.each<[EligibilityFilter, string | undefined]>([
  [{}, undefined],
  [{ atScope: false, asTarget: false }, undefined],
  [{ atScope: true }, 'atScope()'],
  [{ asTarget: true }, 'asTarget()'],
  [{ principalId: ana }, `principalId eq '${ana}'`],
  [{ roleDefinitionId: reader }, `roleDefinitionId eq '${readerId}'`],
  [{ assignedTo: ana }, `assignedTo('${ana}')`],
  [{ assignedTo: ana, atScope: true }, `assignedTo('${ana}') and atScope()`],
])('the filter %j is formatted as %j', (filter, expected) => {
  expect(writeEligibilityFilter(filter, scope, profile)).toBe(expected);
});

test.each<EligibilityFilter>([{ principalId: "x' or 1 eq 1" }, { assignedTo: '' }, { roleDefinitionId: 'Reader' }])(
  'a filter with free text is refused: %j',
  (filter) => {
    expect(() => writeEligibilityFilter(filter, scope, profile)).toThrow(RangeError);
  },
);

test('a quote in a name is doubled', () => {
  expect(quoted("Owner's' role")).toBe("'Owner''s'' role'");
});

test.each([
  ['a GUID', reader],
  ['a GUID in capitals', reader.toUpperCase()],
  ['an id of the other profile', readerId.replace('Vendor.', 'Microsoft.')],
  ['an id without a subscription', `/providers/Vendor.Authorization/roleDefinitions/${reader}`],
])('a role given as %s is formatted as the documented id', (_, role) => {
  expect(roleDefinitionId(role, scope, profile)).toBe(readerId);
});

test('a role id at a management group has no subscription', () => {
  const id = roleDefinitionId(reader, { kind: 'managementGroup', name: 'mg' }, profile);
  expect(id).toBe(`/providers/Vendor.Authorization/roleDefinitions/${reader}`);
});

test('a text without a GUID at its end is no role id', () => {
  expect(roleGuid('Reader')).toBeUndefined();
});

describe('an eligibility request', () => {
  const start = Date.parse('2026-03-02T09:00:00Z');
  const common = { scope, name: ana, principalId: ana, roleDefinitionId: reader } as const;
  const end = Date.parse('2026-03-06T17:00:00Z');

  test.each<[Expiration, unknown]>([
    [
      { type: 'AfterDuration', days: 5 },
      { Type: 'AfterDuration', Duration: 'P5D' },
    ],
    [
      { type: 'AfterDateTime', end },
      { Type: 'AfterDateTime', EndDateTime: '2026-03-06T17:00:00.000Z' },
    ],
    [{ type: 'NoExpiration' }, { Type: 'NoExpiration' }],
  ])('has the expiration %j as documented', (expiration, written) => {
    const { body } = writeEligibilityRequest({ ...common, type: 'AdminAssign', start, expiration }, profile);
    expect(body).toEqual({
      Properties: {
        RoleDefinitionId: readerId,
        PrincipalId: ana,
        RequestType: 'AdminAssign',
        ScheduleInfo: { StartDateTime: '2026-03-02T09:00:00.000Z', Expiration: written },
      },
    });
  });

  test('for a removal has no schedule', () => {
    const { body } = writeEligibilityRequest({ ...common, type: 'AdminRemove', justification: 'done' }, profile);
    expect(body).toEqual({
      Properties: { RoleDefinitionId: readerId, PrincipalId: ana, RequestType: 'AdminRemove', Justification: 'done' },
    });
  });

  test.each([0, 1.5])('for %d days is refused', (days) => {
    const expiration = { type: 'AfterDuration', days } as const;
    expect(() => writeEligibilityRequest({ ...common, type: 'AdminAssign', start, expiration }, profile)).toThrow(
      RangeError,
    );
  });

  test('for a principal that is no object id is refused', () => {
    const request = { ...common, principalId: 'ana@northwind.example', type: 'AdminRemove' } as const;
    expect(() => writeEligibilityRequest(request, profile)).toThrow(RangeError);
  });
});

test.each(cases.statuses)('the status $status means $state', ({ status, state }) => {
  expect(requestState({ status: status ?? undefined })).toBe(state);
});

test.each(['2026-03-02T09:00:00Z', '2026-03-02T09:00:00.1234567Z', '2026-03-02T09:00:00+00:00'])(
  'the end %s of a schedule is read unchanged',
  (endDateTime) => {
    const properties = { scope: '/s', roleDefinitionId: readerId, principalId: ana, endDateTime };
    expect(eligibilitySchedule.parse({ id: 'i', name: 'n', properties }).endDateTime).toBe(endDateTime);
  },
);

describe('the limits of a policy', () => {
  const limits = (rules: unknown[]) =>
    policyLimits(roleManagementPolicy.parse({ id: 'i', name: 'n', properties: { rules } }));
  const none = { expirationRequired: false, justification: false, ticket: false, mfa: false };

  test('are read from the two rules about administrators', () => {
    const rules = [
      { id: 'Expiration_EndUser_Assignment', isExpirationRequired: false, maximumDuration: 'PT8H' },
      { id: 'Expiration_Admin_Eligibility', isExpirationRequired: true, maximumDuration: 'P90D' },
      { id: 'Enablement_EndUser_Assignment', enabledRules: ['MultiFactorAuthentication'] },
      { id: 'Enablement_Admin_Eligibility', enabledRules: ['justification', 'Ticketing'] },
    ];
    expect(limits(rules)).toEqual({
      maximumDays: 90,
      expirationRequired: true,
      justification: true,
      ticket: true,
      mfa: false,
    });
  });

  test.each(['PT0S', 'P0D', 'PT0H', 'P0Y', 'P0DT0H0M0S', '', null])('of the maximum %j are none', (maximumDuration) => {
    for (const isExpirationRequired of [true, false])
      expect(limits([{ id: 'Expiration_Admin_Eligibility', isExpirationRequired, maximumDuration }])).toEqual({
        ...none,
        expirationRequired: isExpirationRequired,
      });
  });

  test('may be fractions of a day', () => {
    expect(limits([{ id: 'Expiration_Admin_Eligibility', maximumDuration: 'PT12H' }])).toEqual({
      ...none,
      maximumDays: 0.5,
    });
  });

  test('are absent when the policy has none', () => {
    expect(limits([{ id: 'Notification_Admin_Eligibility', recipients: [] }])).toEqual(none);
  });
});
