import { listRoleDefinitions, writeEligibilityFilter } from '../../src/cloud/operations/role-eligibility.ts';
import { quoted } from '../../src/cloud/request/freeze.ts';
import { profileOf } from '../../src/cloud/services/profile.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';
import { fc } from '../../test/support/fast-check.ts';
import { guids, names } from './names.ts';
import { readFilter } from './odata-reader.ts';
import { addressFor, differences } from './sent-path.ts';

const SUBSCRIPTION = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const scope = { kind: 'subscription', subscriptionId: SUBSCRIPTION } as const;

/** A GUID, or text that tries to leave its quotes. */
const ids = fc.oneof(
  { weight: 7, arbitrary: guids },
  fc
    .tuple(guids, fc.constantFrom("'", "') or assignedTo('", "' or 1 eq 1", '', ' '))
    .map(([guid, end]) => (end === '' ? '' : guid + end)),
);

/** A role's name and the documented conditions (docs/sources.md, Roles), any of which may be absent. */
export const filterCases = fc.record({
  namespace: fc.constantFrom<Namespace[]>('Vendor', 'Microsoft'),
  roleName: names(2)
    .map(({ text }) => text)
    .filter((text) => text.isWellFormed()),
  filter: fc.record(
    {
      assignedTo: ids,
      asTarget: fc.constant(true as const),
      principalId: ids,
      roleDefinitionId: ids,
      atScope: fc.constant(true as const),
    },
    { requiredKeys: [] },
  ),
});
type FilterCase = typeof filterCases extends fc.Arbitrary<infer One> ? One : never;

/** The conditions as the model writes them; undefined where an id must be refused. */
const wantedFilter = ({ namespace, filter }: FilterCase): string | undefined => {
  const { assignedTo, asTarget, principalId, roleDefinitionId, atScope } = filter;
  const given = [assignedTo, principalId, roleDefinitionId].filter((id) => id !== undefined);
  if (given.some((id) => !/^[\da-f-]{36}$/i.test(id))) return undefined;
  const roles = `/subscriptions/${SUBSCRIPTION}/providers/${namespace}.Authorization/roleDefinitions`;
  return [
    assignedTo === undefined ? [] : `assignedTo('${assignedTo}')`,
    asTarget ? 'asTarget()' : [],
    principalId === undefined ? [] : `principalId eq '${principalId}'`,
    roleDefinitionId === undefined ? [] : `roleDefinitionId eq '${roles}/${roleDefinitionId.toLowerCase()}'`,
    atScope ? 'atScope()' : [],
  ]
    .flat()
    .join(' and ');
};

/** @returns what does not hold of one filter, in words */
export const filterViolations = (one: FilterCase): string[] => {
  const { namespace, roleName, filter } = one;
  const query = { $filter: `roleName eq ${quoted(roleName)}` };
  const parts = { path: { scope: `/subscriptions/${SUBSCRIPTION}` }, query };
  const { searchParams } = addressFor(listRoleDefinitions, parts, namespace);
  const read = readFilter(searchParams.get('$filter') ?? '');
  const write = (): string => writeEligibilityFilter(filter, scope, profileOf(namespace)) ?? '';
  return [
    ...differences('a role name', [['roleName', 'eq', roleName]], () => [...(read?.conditions ?? [])]),
    ...differences('a role name', 2, () => [...searchParams].length),
    ...differences('a filter', wantedFilter(one), write),
  ];
};
