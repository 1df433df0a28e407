import { sameScope } from '../../api/request/scope.ts';
import type { Forbidden } from '../../changes/change-kind.ts';
import { renamed } from '../../changes/renamed.ts';
import { DAY, HOUR, MINUTE } from '../../lib/clock.ts';
import type { Policy } from '../../policy/policy.ts';
import { rolesOf } from './policy.ts';
import { type GrantTerms, scopeOf, windowOf } from './terms.ts';

/**
 * What the policy forbids of a grant: a role or a place that it does not know any more as what was asked for, a role that lasts
 * too long or begins too far ahead. The vendor's own limits are the vendor's to check.
 */
export const forbiddenGrant = (terms: GrantTerms, policy: Policy, now: number): Forbidden | undefined => {
  const role = rolesOf(policy).find(({ key }) => key === terms.role.key);
  if (role?.id !== terms.role.id) return renamed(terms.role.title);
  const place = policy.place(terms.place.key);
  if (!place || !sameScope(place.scope, scopeOf(terms.place))) return renamed(terms.place.title);
  const { start, end } = terms.window ?? windowOf(terms, now);
  if (role.max !== undefined && (end === null || end - start > role.max)) return tooLong(role.max);
  if (start - now > role.startWithin) return { text: 'access.failure.startLate', values: {} };
  return undefined;
};

const tooLong = (max: number): Forbidden => {
  const [unit, ms] = max % DAY === 0 ? ['day', DAY] : max % HOUR === 0 ? ['hour', HOUR] : ['minute', MINUTE];
  return { text: 'access.failure.tooLong', values: { unit, count: Math.round(max / ms) } };
};
