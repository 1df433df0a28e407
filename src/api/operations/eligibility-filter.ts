import { joinConditions } from '../request/odata.ts';
import { isGuid } from '../request/path-segment.ts';
import type { Scope } from '../request/scope.ts';
import type { Profile } from '../services/profile.ts';
import { roleDefinitionId } from './role-definition-id.ts';

/** Conditions that all must hold (document 1, Endpoints 1); ids are GUIDs, a role also its full id. */
export interface EligibilityFilter {
  /** Only the given scope, not its subscopes. */
  readonly atScope?: boolean;
  readonly principalId?: string;
  readonly roleDefinitionId?: string;
  /** A user's, those through groups too. */
  readonly assignedTo?: string;
  /** The caller's own. */
  readonly asTarget?: boolean;
}

/** @throws RangeError when an id is none */
export const writeEligibilityFilter = (
  filter: EligibilityFilter,
  scope: Scope,
  profile: Profile,
): string | undefined =>
  joinConditions([
    filter.assignedTo === undefined ? '' : `assignedTo('${guid(filter.assignedTo)}')`,
    filter.asTarget ? 'asTarget()' : '',
    filter.principalId === undefined ? '' : `principalId eq '${guid(filter.principalId)}'`,
    filter.roleDefinitionId === undefined
      ? ''
      : `roleDefinitionId eq '${roleDefinitionId(filter.roleDefinitionId, scope, profile)}'`,
    filter.atScope ? 'atScope()' : '',
  ]);

const guid = (text: string): string => {
  if (!isGuid(text)) throw new RangeError('a person, group or principal is named by an object id');
  return text;
};
