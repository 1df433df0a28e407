import { findTarget, requireInPolicy, subscriptionsOf } from '#features/health/target.ts';
import { AppError } from '#platform/lib/errors.ts';
import { cloud } from '../../../sandbox/world.ts';
import { policyWith } from '../../support/shipped-policy.ts';

const { production, staging } = cloud.subscriptions;
const group = `/subscriptions/${production.id}/resourceGroups/rg-ledger`;
const vault = `${group}/providers/Vendor.KeyVault/vaults/kv-ledger`;
const database = `${group}/providers/Vendor.Sql/servers/sql-ledger/databases/ledger`;
const policy = policyWith();

const refusal = (written: string, of = policy): string => {
  try {
    return `took ${findTarget(of, written).kind}`;
  } catch (error) {
    return error instanceof AppError ? error.textKey : String(error);
  }
};

it.each([
  ['payments', { kind: 'subscription', subscriptionId: production.id, title: production.name }],
  ['Payments STAGING', { kind: 'subscription', subscriptionId: staging.id }],
  ['vault', { kind: 'resource', subscriptionId: production.id, resource: vault, title: 'Ledger Vault' }],
  [`/subscriptions/${production.id.toUpperCase()}`, { kind: 'subscription', title: production.name }],
  [vault, { kind: 'resource', resource: vault, title: 'kv-ledger' }],
  [database.slice(1), { kind: 'resource', resource: database, title: 'ledger' }],
  [vault.replace('Vendor.', 'Microsoft.'), { kind: 'resource', resource: vault }],
])('%s is found', (written, target) => {
  expect(findTarget(policy, written)).toMatchObject(target);
});

it.each([
  ['ledger', 'health.refused.resourceGroup'],
  ['mars', 'health.refused.unknownPlace'],
  [group, 'health.refused.noTarget'],
  [`${database}/x/y`, 'health.refused.noTarget'],
  [`${group}/providers/Vendor.KeyVault/vaults/..`, 'health.refused.noTarget'],
  ['/providers/Vendor.Management/managementGroups/mg-northwind', 'health.refused.noTarget'],
  [vault.replace(production.id, '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1dff'), 'health.refused.elsewhere'],
])('%s is refused', (written, text) => {
  expect(refusal(written)).toBe(text);
});

it('a management group is refused', () => {
  const scope = 'providers/Vendor.Management/managementGroups/mg-contoso';
  const wide = policyWith('places:', `places:\n  all: { scope: ${scope} }`);
  expect(refusal('all', wide)).toBe('health.refused.managementGroup');
});

it('a subscription with several places in the policy is listed once', () => {
  expect(subscriptionsOf(policy).map(({ subscriptionId }) => subscriptionId)).toEqual([production.id, staging.id]);
});

it('a subscription without a place in the policy is refused', () => {
  expect(() => requireInPolicy(policy, staging.id.toUpperCase())).not.toThrow();
  expect(() => requireInPolicy(policy, '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1dff')).toThrow(AppError);
});
