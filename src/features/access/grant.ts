import { createEligibilityRequest } from '../../api/operations/role-eligibility.ts';
import type { Expiration } from '../../api/operations/role-eligibility-request.ts';
import type { EligibilityRequestAnswer } from '../../api/operations/role-eligibility-schemas.ts';
import { defineChange } from '../../changes/change-kind.ts';
import { DAY } from '../../lib/clock.ts';
import { describeGrant } from './describe-grant.ts';
import { forbiddenGrant } from './forbidden.ts';
import { recordGrant } from './grants.ts';
import { narrowLength } from './narrow.ts';
import { GRANT, placesAndRoles } from './offer.ts';
import { rolesOf } from './policy.ts';
import { settleGrant } from './settle.ts';
import { type GrantTerms, grantKey, grantTerms, scopeOf, windowOf } from './terms.ts';
import { answerVerdict, refusedByVendor } from './verdicts.ts';

/** Making a person eligible for a role (document 1: AdminAssign). */
export const grant = defineChange<GrantTerms>({
  name: GRANT,
  terms: grantTerms,
  facets: ({ place, role }) => ({ place: place.key, role: role.key }),
  facetWords: placesAndRoles,
  concerns: ({ person }) => [person.objectId],
  isFor: ({ person }, objectId) => person.objectId === objectId,
  fewestApprovals: (policy) => ({
    role: Object.fromEntries(rolesOf(policy).map(({ key, approvals }) => [key, approvals])),
  }),
  forbids: forbiddenGrant,
  openKey: grantKey,
  latest: ({ length }) => (length.kind === 'until' ? length.at : undefined),
  narrow: narrowLength,

  freeze(terms, { guid, now }, vendor) {
    const window = windowOf(terms, now);
    const call = vendor.freeze(createEligibilityRequest, {
      type: 'AdminAssign',
      name: guid,
      scope: scopeOf(terms.place),
      principalId: terms.person.objectId,
      roleDefinitionId: terms.role.id,
      start: window.start,
      expiration: expirationOf(terms, window.end),
      ...(terms.reason === '' ? {} : { justification: terms.reason }),
      ...(terms.ticket === '' ? {} : { ticket: { number: terms.ticket } }),
    });
    return { call, terms: { ...terms, window } };
  },

  read(answer) {
    return answerVerdict(answer as EligibilityRequestAnswer);
  },

  judge(error) {
    // Ours from a try whose answer was lost, or somebody else's: what stands there tells.
    if (error.vendorCode.toLowerCase() === 'roleassignmentexists') return { is: 'unsettled', arrived: false };
    return refusedByVendor(error);
  },

  settle: settleGrant,
  describe: describeGrant,
  onDone: recordGrant,
});

/** Whole days are a duration, as the document writes them; anything else ends at a moment. */
const expirationOf = ({ length }: GrantTerms, end: number | null): Expiration => {
  if (end === null) return { type: 'NoExpiration' };
  if (length.kind === 'for' && length.ms % DAY === 0) return { type: 'AfterDuration', days: length.ms / DAY };
  return { type: 'AfterDateTime', end };
};
