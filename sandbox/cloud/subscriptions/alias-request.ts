import { z } from 'zod';
import { isGuid } from '../access/scope.ts';
import { anyCase, invalid, readBody } from '../any-case.ts';
import { type Call, Refusal } from '../operation.ts';

const text = z.string().trim().min(1).max(1_000);
const guid = z
  .string()
  .refine(isGuid, 'not a GUID')
  .transform((id) => id.toLowerCase());
const tags = z.record(z.string().max(512), z.string().max(256));

const additionalProperties = anyCase({
  managementGroupId: text.optional(),
  subscriptionTenantId: guid.optional(),
  subscriptionOwnerId: guid.optional(),
  tags: tags.optional(),
});

const aliasBody = anyCase({
  properties: anyCase({
    displayName: text.optional(),
    workload: z.enum(['DevTest', 'Production']).optional(),
    billingScope: text.optional(),
    subscriptionId: guid.optional(),
    resellerId: text.optional(),
    additionalProperties: additionalProperties.optional(),
  }),
});

const ownershipBody = anyCase({
  properties: anyCase({ displayName: text, managementGroupId: text.optional(), tags: tags.optional() }),
});

export type AliasRequest = z.infer<typeof aliasBody>['properties'];
export type OwnershipRequest = z.infer<typeof ownershipBody>['properties'];

/** The forms of the document's table, with or without the provider in front. */
export const billingScopePattern = (namespace: string): RegExp =>
  new RegExp(
    `^(/providers/${namespace}\\.Billing)?/billingAccounts/[^/]+/` +
      '(billingProfiles/[^/]+/invoiceSections/[^/]+|customers/[^/]+|enrollmentAccounts/[^/]+)$',
    'i',
  );

/** PutAliasRequest (docs/sources.md, Subscriptions). @throws Refusal */
export const readAliasRequest = (call: Call): AliasRequest => {
  const { properties } = readBody(aliasBody, call.body);
  const missing = (['displayName', 'workload', 'billingScope'] as const).filter((name) => !properties[name]);
  if (properties.subscriptionId === undefined && missing.length > 0)
    throw invalid(`a new subscription needs ${missing.map((name) => `properties.${name}`).join(', ')}.`);
  // The documents call the name optional for an existing one; the public service does not (Azure/azure-cli 27904).
  if (call.world.namespace === 'Microsoft' && !properties.displayName)
    throw new Refusal(400, 'MissingParameter', 'Required parameter DisplayName not provided.');
  if (properties.billingScope !== undefined && !billingScopePattern(call.world.namespace).test(properties.billingScope))
    throw new Refusal(400, 'InvalidBillingScope', 'properties.billingScope has none of the documented forms.');
  checkManagementGroup(call, properties.additionalProperties?.managementGroupId);
  return properties;
};

/** Accept-ownership request body (docs/sources.md, Subscriptions). @throws Refusal */
export const readOwnershipRequest = (call: Call): OwnershipRequest => {
  const { properties } = readBody(ownershipBody, call.body);
  checkManagementGroup(call, properties.managementGroupId);
  return properties;
};

/** A whole id, or the name alone. */
const checkManagementGroup = ({ world }: Call, id: string | undefined): void => {
  if (id === undefined) return;
  const whole = id.includes('/') ? id : `/providers/${world.namespace}.Management/managementGroups/${id}`;
  if (world.places.find(whole)?.kind === 'managementgroup') return;
  throw new Refusal(404, 'ManagementGroupNotFound', `The management group '${id}' was not found.`);
};
