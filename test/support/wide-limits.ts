const scopes = ['person', 'conversation', 'tenant'] as const;

const rates = () =>
  Object.fromEntries(scopes.map((scope, n) => [scope, { count: 10_000 * 2 ** n, within: '1 second' }]));

/** Limits of a policy that nobody meets, for what lets few people do the work of many. */
export const wideLimits = {
  commands: rates(),
  presses: rates(),
  forms: rates(),
  openRequests: { person: 10_000, tenant: 10_000 },
  openForms: 1_000,
} as const;

/** A policy's text with them. */
export const withWideLimits = (policy: string): string => `${policy}\nlimits: ${JSON.stringify(wideLimits)}\n`;
