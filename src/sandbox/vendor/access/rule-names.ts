/** The rules of a role management policy that can refuse a request, in the documents' order (spec/1, Errors). */
export const ruleNames = [
  'ExpirationRule',
  'JustificationRule',
  'EligibilityRule',
  'TicketingRule',
  'MfaRule',
] as const;

export type RuleName = (typeof ruleNames)[number];
