import { isGuid } from '../request/path-segment.ts';
import { type Scope, scopePath } from '../request/scope.ts';
import type { Profile } from '../services/profile.ts';

/** The role's GUID, lower case, from a GUID or from a full id however long; undefined for other text. */
export const roleGuid = (idOrGuid: string): string | undefined => {
  const guid = idOrGuid.split('/').at(-1) ?? '';
  return isGuid(guid) ? guid.toLowerCase() : undefined;
};

/**
 * The fully qualified id of a role (document 1, RoleDefinitionId): under the scope's subscription, and without one for
 * a management group (vendor-facts section 3).
 * @param role a GUID or any id that ends in one
 * @throws RangeError for other text
 */
export const roleDefinitionId = (role: string, scope: Scope, profile: Profile): string => {
  const guid = roleGuid(role);
  if (guid === undefined) throw new RangeError('a role is named by its GUID');
  const root =
    scope.kind === 'managementGroup'
      ? ''
      : scopePath({ kind: 'subscription', subscriptionId: scope.subscriptionId }, profile);
  return `${root}/providers/${profile.namespace}.Authorization/roleDefinitions/${guid}`;
};
