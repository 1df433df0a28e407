import { parseScope, resourcePath, type Scope, scopePath } from '#cloud/request/path.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { AppError, type TextName } from '#platform/lib/errors.ts';
import type { Policy, PolicyPlace } from '#policy/policy.ts';

/** A subscription or resource whose events the vendor lists. */
export type Target =
  | { readonly kind: 'subscription'; readonly subscriptionId: string; readonly title: string }
  | {
      readonly kind: 'resource';
      readonly subscriptionId: string;
      /** The resource's id in the neutral words, with a leading slash. */
      readonly resource: string;
      readonly title: string;
    };

const neutral = profileOf('Vendor');

/** All subscriptions that are places of the policy, in its order. */
export const subscriptionsOf = memoByObject((policy: Policy): readonly Target[] => {
  const found = new Map<string, Target>();
  for (const place of policy.places) {
    if (place.scope.kind !== 'subscription') continue;
    const subscriptionId = place.scope.subscriptionId.toLowerCase();
    if (!found.has(subscriptionId))
      found.set(subscriptionId, { kind: 'subscription', subscriptionId, title: place.title });
  }
  return [...found.values()];
});

/** The policy's title of a subscription. */
export const subscriptionTitle = (policy: Policy, subscriptionId: string): string | undefined =>
  subscriptionsOf(policy).find((target) => target.subscriptionId === subscriptionId.toLowerCase())?.title;

/**
 * A place by the policy's key or title, or an id typed in full: of a subscription, or of a resource, nested once at most.
 * An id must lie in a subscription in which some place of the policy lies: the bot's own right may reach further than
 * its policy means.
 * @throws AppError that says what can be written instead
 */
export const findTarget = (policy: Policy, written: string): Target => {
  const place = policy.findPlace(written);
  if (place) return ofPlace(policy, place);
  const known = namesOf(policy);
  if (!written.includes('/')) throw refused('unknownPlace', { place: written, known });
  const target = ofId(policy, written);
  if (!target) throw refused('noTarget', { known });
  requireInPolicy(policy, target.subscriptionId);
  return target;
};

/** @throws AppError where no place of the policy lies in that subscription */
export const requireInPolicy = (policy: Policy, subscriptionId: string): void => {
  const wanted = subscriptionId.toLowerCase();
  const known = policy.places.some(
    ({ scope }) => 'subscriptionId' in scope && scope.subscriptionId.toLowerCase() === wanted,
  );
  if (!known) throw refused('elsewhere', { known: namesOf(policy) });
};

const ofPlace = (policy: Policy, { scope, title }: PolicyPlace): Target => {
  const target = ofScope(scope, title);
  if (target) return target;
  const within = 'subscriptionId' in scope ? keyOfSubscription(policy, scope.subscriptionId) : undefined;
  throw refused(scope.kind === 'managementGroup' ? 'managementGroup' : 'resourceGroup', {
    place: title,
    within: within ?? 'none',
    known: namesOf(policy),
  });
};

const ofId = (policy: Policy, written: string): Target | undefined => {
  const text = written.trim();
  const scope = parseScope(text);
  if (scope?.kind === 'subscription') {
    return ofScope(scope, subscriptionTitle(policy, scope.subscriptionId) ?? scope.subscriptionId);
  }
  if (scope?.kind === 'resourceGroup' || scope?.kind === 'managementGroup') return undefined;
  const resource = resourcePath(text, neutral);
  const [, , subscriptionId = ''] = resource?.split('/') ?? [];
  return resource === undefined
    ? undefined
    : { kind: 'resource', subscriptionId: subscriptionId.toLowerCase(), resource, title: nameIn(resource) };
};

const ofScope = (scope: Scope, title: string): Target | undefined => {
  if (scope.kind === 'subscription') {
    return { kind: 'subscription', subscriptionId: scope.subscriptionId.toLowerCase(), title };
  }
  if (scope.kind !== 'resource') return undefined;
  const resource = scopePath(scope, neutral);
  return { kind: 'resource', subscriptionId: scope.subscriptionId.toLowerCase(), resource, title };
};

const nameIn = (resource: string): string => resource.split('/').at(-1) ?? resource;

const keyOfSubscription = (policy: Policy, subscriptionId: string): string | undefined =>
  policy.places.find(
    ({ scope }) => scope.kind === 'subscription' && scope.subscriptionId.toLowerCase() === subscriptionId.toLowerCase(),
  )?.key;

/** The policy's subscriptions and resources. */
export const watchable = (policy: Policy): readonly PolicyPlace[] =>
  policy.places.filter(({ scope }) => scope.kind === 'subscription' || scope.kind === 'resource');

const namesOf = (policy: Policy): string =>
  watchable(policy)
    .map(({ key }) => key)
    .join(', ') || '–';

const refused = (what: TextName<'health.refused'>, values: Readonly<Record<string, string>>): AppError =>
  new AppError({ code: 'Health.Place', text: `health.refused.${what}`, values });
