import type { RolePolicy } from '../story/roles.ts';
import type { EligibilityRequest } from './request-body.ts';
import { type RuleName, ruleNames } from './rule-names.ts';

/**
 * The rules of the role's policy that refuse this request, in the documents' order.
 * Callers are programs, so a role that asks for multi-factor authentication refuses every one of them.
 * @param forced rules that a fault makes fail
 */
export const failedRules = (
  policy: RolePolicy,
  request: EligibilityRequest,
  forced: readonly RuleName[],
): readonly RuleName[] => {
  const failed: Readonly<Record<RuleName, boolean>> = {
    ExpirationRule: tooLong(policy, request),
    JustificationRule: policy.justification && request.justification === '',
    EligibilityRule: false,
    TicketingRule: policy.ticketing && request.ticket.number === '',
    MfaRule: policy.mfa,
  };
  return ruleNames.filter((rule) => failed[rule] || forced.includes(rule));
};

const tooLong = (policy: RolePolicy, { window }: EligibilityRequest): boolean => {
  if (!window) return false;
  return window.endsAt === null ? policy.expirationRequired : window.endsAt - window.startsAt > policy.maximumMs;
};
