import { type Scope, scopeContains, scopePath } from '../../api/request/scope.ts';
import { profileOf } from '../../api/services/profile.ts';
import { memoByObject } from '../../lib/memo-by-object.ts';
import type { Policy, PolicyPlace } from '../../policy/policy.ts';

/** The place's scope as terms keep it: in the neutral words, whatever the profile. */
export const scopePathOf = ({ scope }: { readonly scope: Scope }): string => scopePath(scope, profileOf('Vendor'));

/** The places that lie in no other one: reading these reads all. */
export const outermost = memoByObject((policy: Policy): readonly PolicyPlace[] =>
  policy.places.filter(
    (place) => !policy.places.some((other) => other !== place && scopeContains(other.scope, place.scope)),
  ),
);
