import { durationDays } from '../request/duration.ts';
import type { RoleManagementPolicy } from './role-eligibility-schemas.ts';

/** What a role's policy lets an administrator grant. */
export interface PolicyLimits {
  /** In days, fractions allowed; absent when the policy names none. */
  readonly maximumDays?: number;
  readonly expirationRequired: boolean;
  readonly justification: boolean;
  readonly ticket: boolean;
  readonly mfa: boolean;
}

/** The two rules that speak of administrators granting eligibility (vendor-facts section 3). */
export const policyLimits = (policy: RoleManagementPolicy): PolicyLimits => {
  const rule = (id: string) => policy.rules.find((candidate) => candidate.id.toLowerCase() === id);
  const expiration = rule('expiration_admin_eligibility');
  const enabled = rule('enablement_admin_eligibility')?.enabledRules ?? [];
  const maximumDays = durationDays(expiration?.maximumDuration ?? '');
  return {
    ...(maximumDays === undefined ? {} : { maximumDays }),
    expirationRequired: expiration?.isExpirationRequired ?? false,
    justification: enabled.includes('Justification'),
    ticket: enabled.includes('Ticketing'),
    mfa: enabled.includes('MultiFactorAuthentication'),
  };
};
