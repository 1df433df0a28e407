import type { CardButton } from '../../outbox/card-button.ts';
import { REQUEST_FORM } from './offer.ts';

/** On whatever touches a subscription that has a name in the policy: the request for a role, with that place filled in. */
export const askForAccess: CardButton = {
  name: 'access',
  title: 'access.button.offer',
  form: REQUEST_FORM,
  answers({ subscriptions, called }, policy) {
    const touched = new Set(subscriptions.map((id) => id.toLowerCase()));
    const place = policy.places.find(
      ({ scope }) => scope.kind === 'subscription' && touched.has(scope.subscriptionId.toLowerCase()),
    );
    return place && { place: place.key, reason: called };
  },
};
