import { z } from 'zod';
import { DAY } from '../../../src/platform/lib/clock.ts';

const texts = z.array(z.string()).readonly().optional();
const status = z.enum(['Active', 'Resolved']).optional();
const free = z.unknown().optional();

const freeNames = [
  ...(['eventType', 'eventSource', 'eventSubType', 'eventLevel', 'level', 'title', 'header', 'summary'] as const),
  ...(['description', 'article', 'additionalInformation', 'links', 'updates', 'eventTags', 'faqs'] as const),
  ...(['recommendedActions', 'impactStartTime', 'impactMitigationTime', 'lastUpdateTime', 'duration'] as const),
  ...(['priority', 'isHIR', 'hirStage', 'platformInitiated', 'enableVendorSupport', 'enableChatWithUs'] as const),
  ...(['externalIncidentId', 'reason', 'impactType', 'billingId', 'currencyType', 'oldRate', 'newRate'] as const),
];
const freeFields = Object.fromEntries(freeNames.map((name) => [name, free])) as Record<
  (typeof freeNames)[number],
  typeof free
>;

const impact = z.strictObject({
  impactedService: z.string(),
  impactedServiceGuid: z.string().optional(),
  impactedRegions: z
    .array(
      z.strictObject({
        impactedRegion: z.string(),
        status,
        impactedSubscriptions: texts,
        impactedTenants: texts,
        lastUpdateTime: z.iso.datetime().optional(),
        updates: z.array(z.record(z.string(), z.unknown())).readonly().optional(),
      }),
    )
    .readonly(),
});

/**
 * Properties that a script sets itself, by their documented names (docs/sources.md, Health events).
 * Properties that the sandbox reads are checked; the others may have any value.
 */
const fieldsSchema = z.strictObject({
  ...freeFields,
  impact: z.array(impact).readonly().optional(),
  isEventSensitive: z.boolean().optional(),
  status,
});

export type Fields = z.infer<typeof fieldsSchema>;
/** One service with its regions. */
export type Impact = z.infer<typeof impact>;

const TEN_YEARS = 3_650 * DAY;

const moment = z.int().min(-TEN_YEARS).max(TEN_YEARS);
const nonEmpty = z.array(z.string().min(1)).readonly();

/** The affected subscriptions of the team. */
const reach = z.enum(['production', 'staging', 'both']);
/** The resources of the demo data with health events. */
const resource = z.enum(['vault', 'database']);
const eventType = z.enum([
  'ServiceIssue',
  'PlannedMaintenance',
  'HealthAdvisory',
  'RCA',
  'EmergingIssues',
  'SecurityAdvisory',
  'Billing',
]);
const eventLevel = z.enum(['Critical', 'Error', 'Warning', 'Informational']);

/** One update of an event with its text and its changes. */
const stage = z.strictObject({
  /** Milliseconds from the start of the script. */
  at: moment,
  says: z.string(),
  eventLevel: eventLevel.optional(),
  /** Newly affected regions. */
  spreads: nonEmpty.optional(),
  /** Resolved regions; the last one resolves the event. */
  resolves: nonEmpty.optional(),
  tags: texts,
  /** New or changed properties by their documented names. */
  changes: fieldsSchema.optional(),
});

/** The stages of one event. Times are milliseconds from the start of the script. */
export const scriptSchema = z
  .strictObject({
    /** Its tracking id, in capitals because ids match in any case. */
    name: z.string().regex(/^[A-Z0-9][A-Z0-9_-]{0,63}$/, 'a tracking id has capital letters, digits, _ and - only'),
    eventType,
    title: z.string(),
    services: nonEmpty,
    reach,
    resources: z.array(resource).readonly().optional(),
    begins: moment,
    /** The planned end of a maintenance. */
    ends: moment.optional(),
    /** Whether summary, description and updates are only in its details. */
    sensitive: z.boolean().optional(),
    properties: fieldsSchema.optional(),
    stages: z.tuple([stage], stage).readonly(),
  })
  .refine(({ stages }) => stages.every(({ at }, index) => at >= (stages[index - 1]?.at ?? at)), {
    path: ['stages'],
    error: 'the stages must stand in the order of time',
  })
  .refine(({ stages }) => unspread(stages).length === 0, {
    path: ['stages'],
    error: 'a region must be in spreads before it can be in resolves',
  });

/** Regions that a stage resolves before they are affected. */
const unspread = (stages: readonly Stage[]): readonly string[] =>
  stages.flatMap(({ resolves = [] }, index) => {
    const touched = stages.slice(0, index + 1).flatMap(({ spreads = [] }) => spreads);
    return resolves.filter((region) => !touched.includes(region));
  });

export type ScriptedResource = z.infer<typeof resource>;
export type EventType = z.infer<typeof eventType>;
export type EventLevel = z.infer<typeof eventLevel>;
export type Stage = z.infer<typeof stage>;
export type Script = z.infer<typeof scriptSchema>;
