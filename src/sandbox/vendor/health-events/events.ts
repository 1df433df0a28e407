import { findPlace } from '../eligibility/scope.ts';
import type { Call, World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { subscriptionsOf } from './impact.ts';
import { type ToldEvent, toldEvent } from './told-event.ts';

/** Every event that has been heard of by now, in the order of the story. */
export const toldEvents = async ({ store, clock }: World): Promise<readonly ToldEvent[]> => {
  const rows = await store.db.selectFrom('health_events').selectAll().orderBy('seq').execute();
  const now = clock.now();
  return rows.flatMap((row) => toldEvent(row, now) ?? []);
};

/** Those that touch the call's subscription. @throws Refusal 404 for an unknown one */
export const eventsOfSubscription = async ({ world, params }: Call): Promise<readonly ToldEvent[]> => {
  const { subscriptionId } = findPlace(world, `/subscriptions/${params['subscriptionId'] ?? ''}`);
  return (await toldEvents(world)).filter((event) => subscriptionsOf(event).includes(subscriptionId ?? ''));
};

/** The one that the call's tracking id names, in any case. @throws Refusal 404 */
export const trackedEvent = async (call: Call): Promise<ToldEvent> => {
  const trackingId = call.params['trackingId'] ?? '';
  const events = await eventsOfSubscription(call);
  const event = events.find(({ script }) => script.name.toLowerCase() === trackingId.toLowerCase());
  if (event) return event;
  throw new Refusal(404, 'EventNotFound', `The event '${trackingId}' was not found in this subscription.`);
};
