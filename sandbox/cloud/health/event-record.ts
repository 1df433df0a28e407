import { createHash } from 'node:crypto';
import { iso, SECOND } from '../../../src/platform/lib/clock.ts';
import { cloud, tenantId } from '../../world.ts';
import type { World } from '../operation.ts';
import { type ReportedEvent, type ReportedStage, statusOf } from './event-state.ts';
import type { EventLevel, EventType, Impact, Script } from './script.ts';

export interface Shown {
  /** The fields that the document marks "by-resource listing". */
  readonly byResource: boolean;
  /** What is hidden of a sensitive event. */
  readonly details: boolean;
}

const BY_RESOURCE = ['eventSubType', 'eventTags', 'billingId', 'currencyType', 'oldRate', 'newRate'];
/** The article tells the same again. */
const HIDDEN = ['summary', 'description', 'updates', 'article'];

/** The event as the vendor writes it (docs/sources.md, Health events). */
export const eventRecord = (world: World, event: ReportedEvent, shown: Shown): unknown => {
  const { script, state } = event;
  const hidden = [...(shown.byResource ? [] : BY_RESOURCE), ...(state.sensitive && !shown.details ? HIDDEN : [])];
  const id = `/providers/${world.namespace}.ResourceHealth/events`;
  return {
    id: `${id}/${script.name}`,
    name: script.name,
    type: id,
    systemData: {
      createdAt: iso(state.firstUpdateAt),
      createdBy: 'service-health',
      createdByType: 'Application',
      lastModifiedAt: iso(state.lastUpdateAt),
      lastModifiedBy: 'service-health',
      lastModifiedByType: 'Application',
    },
    properties: without(hidden, properties(world, event)),
  };
};

const properties = (world: World, event: ReportedEvent): Record<string, unknown> => {
  const { script, state } = event;
  const { startedAt, mitigatedAt, eventLevel, stages, tags } = state;
  const { enableVendorSupport = script.eventType !== 'Billing', ...own } = state.fields;
  const [last] = stages;
  return {
    eventType: script.eventType,
    eventSource: 'ServiceHealth',
    status: statusOf(state.resolved),
    eventLevel,
    level: eventLevel === 'Critical' ? 'Critical' : 'Warning',
    title: script.title,
    header: script.title,
    summary: last.says,
    description: last.says,
    article: {
      articleContent: stages.map(({ says }) => says).join('\n'),
      articleId: `${script.name}-${stages.length}`,
      parameters: { trackingId: script.name },
    },
    links: [link(script)],
    impact: impactOf(event),
    updates: stages.map(updateRecord),
    eventTags: tags,
    impactStartTime: iso(startedAt),
    ...(mitigatedAt === undefined
      ? {}
      : { impactMitigationTime: iso(mitigatedAt), duration: Math.round((mitigatedAt - startedAt) / SECOND) }),
    lastUpdateTime: iso(state.lastUpdateAt),
    priority: priorityOf(script.eventType, eventLevel, state.resolved),
    isEventSensitive: state.sensitive,
    isHIR: false,
    platformInitiated: true,
    [`enable${world.namespace}Support`]: enableVendorSupport,
    enableChatWithUs: false,
    ...own,
  };
};

const link = ({ name }: Script): unknown => ({
  type: 'Hyperlink',
  displayText: { value: 'Details of the event', localizedValue: 'Details of the event' },
  extensionName: 'ServiceHealth',
  bladeName: 'EventDetails',
  parameters: { trackingId: name },
});

/** The same value without these fields, at any depth. */
const without = (names: readonly string[], value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => without(names, item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, field]) => [name, without(names, field)]));
};

const levels: readonly EventLevel[] = ['Critical', 'Error', 'Warning', 'Informational'];

/** What the document does not rank stands with what it is nearest to. */
const ranks: Readonly<Record<EventType, 0 | 1 | 2>> = {
  ServiceIssue: 0,
  EmergingIssues: 0,
  RCA: 0,
  PlannedMaintenance: 1,
  HealthAdvisory: 2,
  SecurityAdvisory: 2,
  Billing: 2,
};

/** 0 (highest) to 23: by type, within it by level, within that active before resolved (docs/sources.md, Health events). */
const priorityOf = (type: EventType, level: EventLevel, resolved: boolean): number =>
  ranks[type] * levels.length * 2 + levels.indexOf(level) * 2 + (resolved ? 1 : 0);

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
const updateRecord = ({ says, tags = [], reportedAt }: ReportedStage): Readonly<Record<string, unknown>> => ({
  summary: says,
  updateDateTime: iso(reportedAt),
  eventTags: tags,
});

/** What an event touches: what its script says so itself, or each of its services in every region it has spread to. */
const impactOf = (event: ReportedEvent): readonly Impact[] => {
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
