import { iso } from '../../../lib/clock.ts';
import { cloud, tenantId } from '../../world.ts';
import { statusOf } from './event-state.ts';
import type { Impact } from './fields.ts';
import type { ReportedEvent } from './reported-event.ts';
import { serviceId } from './services.ts';
import { updateRecord } from './update-record.ts';

/** What an event touches: what its script says so itself, or each of its services in every region it has spread to. */
export const impactOf = (event: ReportedEvent): readonly Impact[] => {
  const { script, state } = event;
  return (
    state.fields.impact ??
    script.services.map((service) => ({
      impactedService: service,
      impactedServiceGuid: serviceId(service),
      impactedRegions: state.regions.map((region) => ({
        impactedRegion: region.name,
        status: statusOf(region.resolved),
        impactedSubscriptions: subscriptionsOf(event),
        impactedTenants: script.eventType === 'SecurityAdvisory' ? [tenantId] : [],
        lastUpdateTime: iso(region.lastUpdateAt),
        updates: region.stages.map(updateRecord),
      })),
    }))
  );
};

/** The names of every service that an event touches, each with one of its regions. */
export const touchedPairs = ({ script, state }: ReportedEvent): readonly { service: string; region: string }[] =>
  state.fields.impact?.flatMap(({ impactedService: service, impactedRegions }) =>
    impactedRegions.map(({ impactedRegion: region }) => ({ service, region })),
  ) ?? script.services.flatMap((service) => state.regions.map(({ name: region }) => ({ service, region })));

/** The ids of the subscriptions that an event touches: those of its own impact where that names any, else by its reach. */
export const subscriptionsOf = ({ script: { reach }, state }: ReportedEvent): readonly string[] => {
  const named = (state.fields.impact ?? []).flatMap(({ impactedRegions }) =>
    impactedRegions.flatMap(({ impactedSubscriptions }) => impactedSubscriptions ?? []),
  );
  if (named.length > 0) return named;
  return (['production', 'staging'] as const)
    .filter((name) => reach === 'both' || reach === name)
    .map((name) => cloud.subscriptions[name].id);
};
