import { perObject } from '../../lib/per-object.ts';
import type { Policy, PolicyPlace } from '../../policy/policy.ts';
import { profileOf } from '../../vendor/profile.ts';
import { type Scope, scopeContains, scopePath } from '../../vendor/scope.ts';

/** The place's scope as terms keep it: in the neutral words, whatever the profile. */
export const scopePathOf = ({ scope }: { readonly scope: Scope }): string => scopePath(scope, profileOf('Vendor'));

/** The places that lie in no other one: reading these reads all. */
export const outermost = perObject((policy: Policy): readonly PolicyPlace[] =>
  policy.places.filter(
    (place) => !policy.places.some((other) => other !== place && scopeContains(other.scope, place.scope)),
  ),
);
