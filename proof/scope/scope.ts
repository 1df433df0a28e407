import {
  listEligibilitySchedules,
  listRoleDefinitions,
  writeEligibilityFilter,
} from '../../src/cloud/operations/role-eligibility.ts';
import { quoted } from '../../src/cloud/request/freeze.ts';
import type { Scope } from '../../src/cloud/request/path.ts';
import { profileOf } from '../../src/cloud/services/profile.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';
import { fc } from '../../test/support/fast-check.ts';
import { defineCheck } from '../lib/define-check.ts';
import { guids, type Name, names } from './names.ts';
import { pathCases, pathViolations } from './paths.ts';
import { healthCases, healthViolations, synchronizationCases, synchronizationViolations } from './questions.ts';
import { addressFor, differences, readFilter, segmentsOf } from './sent.ts';

interface ScopeCase {
  readonly kind: 'managementGroup' | 'resourceGroup' | 'resource';
  readonly namespace: Namespace;
  readonly subscriptionId: string;
  readonly group: Name;
  readonly type: Name;
  readonly name: Name;
}

/** Scopes as a feature hands them over, built from parts that may hold anything. */
const scopeCases: fc.Arbitrary<ScopeCase> = fc.record({
  kind: fc.constantFrom('managementGroup', 'resourceGroup', 'resource'),
  namespace: fc.constantFrom('Vendor', 'Microsoft'),
  subscriptionId: guids,
  group: names(6),
  type: names(8),
  name: names(8),
});

const readCase = ({ kind, namespace, subscriptionId, group, type, name }: ScopeCase) => {
  const below = { subscriptionId, resourceGroup: group.text };
  const inGroup = ['subscriptions', subscriptionId, 'resourceGroups', group.text];
  const choices: Record<ScopeCase['kind'], { scope: Scope; segments: string[]; parts: Name[] }> = {
    managementGroup: {
      scope: { kind: 'managementGroup', name: name.text },
      segments: ['providers', `${namespace}.Management`, 'managementGroups', name.text],
      parts: [name],
    },
    resourceGroup: { scope: { kind: 'resourceGroup', ...below }, segments: inGroup, parts: [group] },
    resource: {
      scope: { kind: 'resource', ...below, provider: 'Vendor.KeyVault', type: type.text, name: name.text },
      segments: [...inGroup, 'providers', `${namespace}.KeyVault`, type.text, name.text],
      parts: [group, type, name],
    },
  };
  return choices[kind];
};

/** No part of a scope becomes another one. @returns what does not hold, in words */
const scopeViolations = (one: ScopeCase): string[] => {
  const { scope, segments, parts } = readCase(one);
  const wanted = [...segments, 'providers', `${one.namespace}.Authorization`, 'roleEligibilitySchedules'];
  const isSafe = parts.every(({ safe }) => safe);
  return differences(`a ${scope.kind}`, isSafe ? wanted : undefined, () => {
    const query = listEligibilitySchedules.parts({ scope }, profileOf(one.namespace));
    return segmentsOf(addressFor(listEligibilitySchedules, query, one.namespace));
  });
};

const SUBSCRIPTION = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const SUBSCRIPTION_SCOPE = { kind: 'subscription', subscriptionId: SUBSCRIPTION } as const;

/** A GUID, or text that tries to leave its quotes. */
const ids = fc.oneof(
  { weight: 7, arbitrary: guids },
  fc
    .tuple(guids, fc.constantFrom("'", "') or assignedTo('", "' or 1 eq 1", '', ' '))
    .map(([guid, end]) => (end === '' ? '' : guid + end)),
);

/** A role's name and the documented conditions (docs/sources.md, Roles), any of which may be absent. */
const filterCases = fc.record({
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
const filterViolations = (one: FilterCase): string[] => {
  const { namespace, roleName, filter } = one;
  const query = { $filter: `roleName eq ${quoted(roleName)}` };
  const parts = { path: { scope: `/subscriptions/${SUBSCRIPTION}` }, query };
  const { searchParams } = addressFor(listRoleDefinitions, parts, namespace);
  const read = readFilter(searchParams.get('$filter') ?? '');
  const write = (): string => writeEligibilityFilter(filter, SUBSCRIPTION_SCOPE, profileOf(namespace)) ?? '';
  return [
    ...differences('a role name', [['roleName', 'eq', roleName]], () => [...(read?.conditions ?? [])]),
    ...differences('a role name', 2, () => [...searchParams].length),
    ...differences('a filter', wantedFilter(one), write),
  ];
};

interface Law {
  /** @returns what does not hold, in words */
  violations(): string[];
}

/** The cases of one law, each printed as what it was made of. */
const lawOf = <T>(cases: fc.Arbitrary<T>, violations: (one: T) => string[]): fc.Arbitrary<Law> =>
  cases.map((one) => ({ violations: () => violations(one), [fc.toStringMethod]: () => fc.stringify(one) }));

/** The paths of all operations are the most to check. */
const laws = fc.oneof(
  { weight: 4, arbitrary: lawOf(pathCases, pathViolations) },
  { weight: 2, arbitrary: lawOf(scopeCases, scopeViolations) },
  { weight: 2, arbitrary: lawOf(filterCases, filterViolations) },
  lawOf(healthCases, healthViolations),
  lawOf(synchronizationCases, synchronizationViolations),
);

/** Every address stands for its parts and for nothing else, whatever text people or the vendor bring. */
export const scope = defineCheck({
  name: 'scope',
  says: 'every address stands for its parts and for nothing else',
  short: { runs: 20_000, seed: 4 },
  runs: 1_000_000,
  at: () => 'the address',
  cases: () => laws,
  faults: (law) => law.violations(),
});
