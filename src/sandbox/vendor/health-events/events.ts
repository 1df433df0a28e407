import { findPlace } from '../eligibility/scope.ts';
import type { Call } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { subscriptionsOf, type ToldEvent, toldEvent } from './event-record.ts';

/** Every event that has been heard of by now, in the order of the story. */
export const toldEvents = async ({ world }: Call): Promise<readonly ToldEvent[]> => {
  const rows = await world.store.db.selectFrom('health_events').selectAll().orderBy('seq').execute();
  return rows.flatMap((row) => toldEvent(row, world.clock.now()) ?? []);
};

/** Those that touch the call's subscription. @throws Refusal 404 for an unknown one */
export const eventsOfSubscription = async (call: Call): Promise<readonly ToldEvent[]> => {
  const { subscriptionId } = findPlace(call.world, `/subscriptions/${call.params['subscriptionId'] ?? ''}`);
  return (await toldEvents(call)).filter(({ script }) => subscriptionsOf(script).includes(subscriptionId ?? ''));
};

/** The one that the call's tracking id names, in any case. @throws Refusal 404 */
export const trackedEvent = async (call: Call): Promise<ToldEvent> => {
  const trackingId = call.params['trackingId'] ?? '';
  const events = await eventsOfSubscription(call);
  const event = events.find(({ script }) => script.name.toLowerCase() === trackingId.toLowerCase());
  if (event) return event;
  throw new Refusal(404, 'EventNotFound', `The event '${trackingId}' was not found in this subscription.`);
};
