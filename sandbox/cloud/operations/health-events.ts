import { eventRecord, type Shown } from '../health/event-record.ts';
import type { ReportedEvent } from '../health/event-state.ts';
import {
  eventsOfSubscription,
  filterOf,
  findResource,
  reportedEvents,
  startOf,
  trackedEvent,
} from '../health/events.ts';
import type { Call, Envelope, SandboxOperation } from '../operation.ts';
import { page, queryValue } from '../paging.ts';

/** `{code, message, details}`, details a text (docs/sources.md, Errors and limits). */
const flat: Envelope = ({ code, message, extras }) => ({
  code,
  message,
  details: (extras.details ?? []).map((detail) => (detail as { readonly message: string }).message).join(' '),
});

const newest = '2025-05-01';
/** The version of the published clients (docs/sources.md, Health events). */
const older = '2022-10-01';

const read = { method: 'GET', access: 'read', action: '{ns}.ResourceHealth/events/read', envelope: flat } as const;

/** Health events (spec/2, endpoints 4 to 6). A subscription's path is matched before that of any resource. */
export const healthEvents = {
  listSubscriptionHealthEvents: {
    ...read,
    path: 'subscriptions/{subscriptionId}/providers/{ns}.ResourceHealth/events',
    versions: ['2025-04-01', older],
    handle: async (call) => {
      const [start, fits, events] = [startOf(call), filterOf(call), await eventsOfSubscription(call)];
      const shown = events.filter(
        (event) => event.script.eventType !== 'Billing' && event.state.lastUpdateAt >= start && fits(event),
      );
      return page(call, shown, show(call));
    },
  },
  getHealthEvent: {
    ...read,
    path: 'subscriptions/{subscriptionId}/providers/{ns}.ResourceHealth/events/{trackingId}',
    versions: [newest, '2025-04-01', older],
    handle: async (call) => ({ status: 200, body: show(call)(await trackedEvent(call)) }),
  },
  fetchHealthEventDetails: {
    ...read,
    method: 'POST',
    path: 'subscriptions/{subscriptionId}/providers/{ns}.ResourceHealth/events/{trackingId}/fetchEventDetails',
    versions: [newest, '2025-04-01', older],
    action: '{ns}.ResourceHealth/events/fetchEventDetails/action',
    handle: async (call) => ({ status: 200, body: show(call, { details: true })(await trackedEvent(call)) }),
  },
  listResourceHealthEvents: {
    ...read,
    path: '{scope}/providers/{ns}.ResourceHealth/events',
    versions: [newest, older],
    handle: async (call) => {
      const [resource, fits] = [findResource(call.world, call.params['scope'] ?? ''), filterOf(call)];
      const touches = ({ script }: ReportedEvent): boolean =>
        resource !== undefined && (script.resources ?? []).includes(resource);
      const events = (await reportedEvents(call.world)).filter((event) => touches(event) && fits(event));
      return page(call, events, show(call));
    },
  },
} as const satisfies Record<string, SandboxOperation>;

/** The newest version added the fields of the by-resource list. */
const show = (call: Call, { details = false }: Partial<Shown> = {}) => {
  const everywhere = call.world.faults.take('health-fields-everywhere', call.operation) !== undefined;
  const byResource = everywhere || queryValue(call.query, 'api-version') === newest;
  return (event: ReportedEvent): unknown => eventRecord(call.world, event, { byResource, details });
};
