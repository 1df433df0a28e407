import { listEligibilitySchedules } from '../../src/cloud/operations/role-eligibility.ts';
import type { Scope } from '../../src/cloud/request/path.ts';
import { profileOf } from '../../src/cloud/services/profile.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';
import { fc } from '../../test/support/fast-check.ts';
import { guids, type Name, names } from './names.ts';
import { addressFor, differences, segmentsOf } from './sent-path.ts';

interface ScopeCase {
  readonly kind: 'managementGroup' | 'resourceGroup' | 'resource';
  readonly namespace: Namespace;
  readonly subscriptionId: string;
  readonly group: Name;
  readonly type: Name;
  readonly name: Name;
}

/** Scopes as a feature hands them over, built from parts that may hold anything. */
export const scopeCases: fc.Arbitrary<ScopeCase> = fc.record({
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
export const scopeViolations = (one: ScopeCase): string[] => {
  const { scope, segments, parts } = readCase(one);
  const wanted = [...segments, 'providers', `${one.namespace}.Authorization`, 'roleEligibilitySchedules'];
  const isSafe = parts.every(({ safe }) => safe);
  return differences(`a ${scope.kind}`, isSafe ? wanted : undefined, () => {
    const query = listEligibilitySchedules.parts({ scope }, profileOf(one.namespace));
    return segmentsOf(addressFor(listEligibilitySchedules, query, one.namespace));
  });
};
