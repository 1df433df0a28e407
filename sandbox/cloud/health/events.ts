import { findPlace } from '../access/scope.ts';
import type { Call, World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { subscriptionsOf } from './impact.ts';
import { type ReportedEvent, reportedEvent } from './reported-event.ts';

/** Every event after its first stage, in the order of the lists. */
export const reportedEvents = async ({ store, clock }: World): Promise<readonly ReportedEvent[]> => {
  const rows = await store.db.selectFrom('health_events').selectAll().orderBy('seq').execute();
  const now = clock.now();
  return rows.flatMap((row) => reportedEvent(row, now) ?? []);
};

/** The events of the call's subscription. @throws Refusal 404 for an unknown one */
export const eventsOfSubscription = async ({ world, params }: Call): Promise<readonly ReportedEvent[]> => {
  const { subscriptionId } = findPlace(world, `/subscriptions/${params['subscriptionId'] ?? ''}`);
  return (await reportedEvents(world)).filter((event) => subscriptionsOf(event).includes(subscriptionId ?? ''));
};

/** The event of the call's tracking id, in any case. @throws Refusal 404 */
export const trackedEvent = async (call: Call): Promise<ReportedEvent> => {
  const trackingId = call.params['trackingId'] ?? '';
  const events = await eventsOfSubscription(call);
  const event = events.find(({ script }) => script.name.toLowerCase() === trackingId.toLowerCase());
  if (event) return event;
  throw new Refusal(404, 'EventNotFound', `The event '${trackingId}' was not found in this subscription.`);
};
