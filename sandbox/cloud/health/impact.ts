import { createHash } from 'node:crypto';
import { iso } from '../../../src/platform/lib/clock.ts';
import { cloud, tenantId } from '../../world.ts';
import { type ReportedStage, statusOf } from './event-state.ts';
import type { Impact } from './fields.ts';
import type { ReportedEvent } from './reported-event.ts';

/** The vendor's services in the story with their permanent ids. */
const services: Readonly<Record<string, string>> = {
  'Application Gateway': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b01',
  'Container Instances': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b02',
  'Cost Management': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b03',
  'Data Share': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b04',
  'Key Vault': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b05',
  'Network Infrastructure': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b06',
  'SQL Database': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b07',
  'Storage Accounts': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b08',
  Translator: '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b09',
  'Virtual Machines': '101b1f2e-6f0c-4f6e-9a01-3c5d7e9f1b10',
};

/** The permanent id of a service; of one that only a script of a proof knows, a GUID made of its name. */
const serviceId = (service: string): string =>
  services[service] ??
  createHash('sha256')
    .update(service)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

/** One update as the vendor writes it, at the event and at each region. */
export const updateRecord = ({ says, tags = [], reportedAt }: ReportedStage): Readonly<Record<string, unknown>> => ({
  summary: says,
  updateDateTime: iso(reportedAt),
  eventTags: tags,
});

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
export const affectedPairs = ({ script, state }: ReportedEvent): readonly { service: string; region: string }[] =>
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
