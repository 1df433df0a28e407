import { z } from 'zod';

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
export const fieldsSchema = z.strictObject({
  ...freeFields,
  impact: z.array(impact).readonly().optional(),
  isEventSensitive: z.boolean().optional(),
  status,
});

export type Fields = z.infer<typeof fieldsSchema>;
/** One service with its regions. */
export type Impact = z.infer<typeof impact>;
