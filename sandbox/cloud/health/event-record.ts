import { iso, SECOND } from '../../../src/platform/lib/clock.ts';
import type { World } from '../operation.ts';
import { statusOf } from './event-state.ts';
import { impactOf, updateRecord } from './impact.ts';
import type { ReportedEvent } from './reported-event.ts';
import type { EventLevel, EventType, Script } from './script.ts';

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
