import { iso, SECOND } from '../../../lib/clock.ts';
import { cloud, tenantId } from '../../world.ts';
import type { World } from '../operation.ts';
import { type EventState, eventState, type ToldStage } from './event-state.ts';
import { priorityOf } from './priority.ts';
import type { Script } from './script.ts';
import { serviceId } from './services.ts';

/** An event that has been heard of, with how far it has come. */
export interface ToldEvent {
  readonly seq: number;
  readonly script: Script;
  readonly state: EventState;
}

export interface Shown {
  /** The fields that the document marks "by-resource listing". */
  readonly byResource: boolean;
  /** What is hidden of a sensitive event. */
  readonly details: boolean;
}

const BY_RESOURCE = ['eventSubType', 'eventTags', 'billingId', 'currencyType', 'oldRate', 'newRate'];
/** The article tells the same again. */
const HIDDEN = ['summary', 'description', 'updates', 'article'];

/** The event as the vendor writes it (document 2, Health event). */
export const eventRecord = (world: World, event: ToldEvent, shown: Shown): unknown => {
  const { script, state } = event;
  const hidden = [...(shown.byResource ? [] : BY_RESOURCE), ...(script.sensitive && !shown.details ? HIDDEN : [])];
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

const properties = (world: World, { script, state }: ToldEvent): Record<string, unknown> => {
  const { startedAt, mitigatedAt, eventLevel, stages, tags } = state;
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
    impact: script.services.map((service) => ({
      impactedService: service,
      impactedServiceGuid: serviceId(service),
      impactedRegions: regions(script, state),
    })),
    updates: stages.map(update),
    eventTags: tags,
    impactStartTime: iso(startedAt),
    ...(mitigatedAt === undefined
      ? {}
      : { impactMitigationTime: iso(mitigatedAt), duration: Math.round((mitigatedAt - startedAt) / SECOND) }),
    lastUpdateTime: iso(state.lastUpdateAt),
    priority: priorityOf(script.eventType, eventLevel, state.resolved),
    isEventSensitive: script.sensitive ?? false,
    isHIR: false,
    platformInitiated: true,
    [`enable${world.namespace}Support`]: script.eventType !== 'Billing',
    enableChatWithUs: false,
    ...script.properties,
    ...state.changes,
  };
};

const regions = (script: Script, state: EventState): readonly Record<string, unknown>[] =>
  state.regions.map((region) => ({
    impactedRegion: region.name,
    status: statusOf(region.resolved),
    impactedSubscriptions: subscriptionsOf(script),
    impactedTenants: script.eventType === 'SecurityAdvisory' ? [tenantId] : [],
    lastUpdateTime: iso(region.lastUpdateAt),
    updates: region.stages.map(update),
  }));

/** The ids of the subscriptions that an event touches. */
export const subscriptionsOf = ({ reach }: Script): readonly string[] =>
  (['production', 'staging'] as const)
    .filter((name) => reach === 'both' || reach === name)
    .map((name) => cloud.subscriptions[name].id);

const update = ({ says, tags = [], toldAt }: ToldStage): Record<string, unknown> => ({
  summary: says,
  updateDateTime: iso(toldAt),
  eventTags: tags,
});

const link = ({ name }: Script): unknown => ({
  type: 'Hyperlink',
  displayText: { value: 'Details of the event', localizedValue: 'Details of the event' },
  extensionName: 'ServiceHealth',
  bladeName: 'EventDetails',
  parameters: { trackingId: name },
});

const statusOf = (resolved: boolean): string => (resolved ? 'Resolved' : 'Active');

/** The same value without these fields, at any depth. */
const without = (names: readonly string[], value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => without(names, item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, field]) => [name, without(names, field)]));
};

/** What a row stands for at this moment; undefined while nobody has heard of it. */
export const toldEvent = (
  row: { readonly seq: number; readonly told_at: number; readonly script: string },
  now: number,
): ToldEvent | undefined => {
  const script = JSON.parse(row.script) as Script;
  const state = eventState(script, row.told_at, now);
  return state && { seq: row.seq, script, state };
};
