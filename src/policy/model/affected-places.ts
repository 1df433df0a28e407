import type { Policy, PolicyPlace } from '#policy/policy.ts';

const subscriptionOf = ({ scope }: PolicyPlace): string =>
  'subscriptionId' in scope ? scope.subscriptionId.toLowerCase() : '';

/**
 * The policy's places for what affects these subscriptions: the subscriptions themselves; of one that the policy does not name, the
 * places in it.
 * @param subscriptions GUIDs; case does not matter
 */
export const affectedPlaces = ({ places }: Policy, subscriptions: readonly string[]): readonly PolicyPlace[] => {
  const wanted = new Set(subscriptions.map((id) => id.toLowerCase()));
  const inside = places.filter((place) => wanted.has(subscriptionOf(place)));
  const whole = inside.filter(({ scope }) => scope.kind === 'subscription');
  const named = new Set(whole.map(subscriptionOf));
  return inside.filter((place) => place.scope.kind === 'subscription' || !named.has(subscriptionOf(place)));
};
