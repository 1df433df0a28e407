import { z } from 'zod';
import { moment as anyMoment, forgiving, systemData } from '#cloud/response/common.ts';
import { lenient, word } from '#cloud/response/response.ts';
import { supportFields } from '#cloud/services/profile.ts';
import { parseDecimal } from '#platform/lib/decimal.ts';

const text = z.string().optional();
const texts = z.array(z.string()).optional();
const flag = z.boolean().optional();
const count = z.int().optional();
/** Long numbers come as text, with every digit. */
const rate = z.union([z.number(), z.string()]).transform(parseDecimal).optional();
const moment = anyMoment.optional();
/** Metadata for the vendor's own portal. */
const anything = z.record(z.string(), z.unknown()).optional();

const status = word('Active', 'Resolved').optional();
const eventTags = z.array(word('Action Recommended', 'False Positive', 'Preliminary PIR', 'Final PIR')).optional();
const updates = z.array(lenient({ summary: text, updateDateTime: moment, eventTags })).optional();

const impactedRegion = lenient({
  impactedRegion: text,
  status,
  impactedSubscriptions: texts,
  impactedTenants: texts,
  lastUpdateTime: moment,
  updates,
});

const properties = lenient({
  eventType: word(
    'ServiceIssue',
    'PlannedMaintenance',
    'HealthAdvisory',
    'RCA',
    'EmergingIssues',
    'SecurityAdvisory',
    'Billing',
  ).optional(),
  eventSubType: word(
    'Retirement',
    'ForeignExchangeRateChange',
    'Underbilling',
    'Overbilling',
    'PriceChanges',
    'TaxChanges',
    'MeterIDChanges',
    'UnauthorizedPartyAbuse',
  ).optional(),
  eventSource: word('ResourceHealth', 'ServiceHealth').optional(),
  status,
  eventLevel: word('Critical', 'Error', 'Warning', 'Informational').optional(),
  level: word('Critical', 'Warning').optional(),
  title: text,
  header: text,
  summary: text,
  description: text,
  article: lenient({ articleContent: text, articleId: text, parameters: anything }).optional(),
  additionalInformation: lenient({ message: text }).optional(),
  links: z
    .array(
      lenient({
        type: word('Button', 'Hyperlink').optional(),
        displayText: lenient({ value: text, localizedValue: text }).optional(),
        extensionName: text,
        bladeName: text,
        parameters: anything,
      }),
    )
    .optional(),
  impact: z
    .array(
      lenient({
        impactedService: text,
        impactedServiceGuid: text,
        impactedRegions: z.array(impactedRegion).optional(),
      }),
    )
    .optional(),
  updates,
  eventTags,
  recommendedActions: lenient({
    message: text,
    localeCode: text,
    actions: z.array(lenient({ groupId: count, actionText: text })).optional(),
  }).optional(),
  faqs: z.array(lenient({ question: text, answer: text, localeCode: text })).optional(),
  impactStartTime: moment,
  impactMitigationTime: moment,
  lastUpdateTime: moment,
  duration: z.number().optional(),
  // A wrong priority, which only orders alerts, must not drop an alert.
  priority: z.int().min(0).max(23).optional().catch(undefined),
  isEventSensitive: flag,
  isHIR: flag,
  hirStage: text,
  platformInitiated: flag,
  [supportFields.Vendor]: flag,
  [supportFields.Microsoft]: flag,
  enableChatWithUs: flag,
  externalIncidentId: text,
  reason: text,
  impactType: text,
  billingId: text,
  currencyType: text,
  oldRate: rate,
  newRate: rate,
});

/** Health event (docs/sources.md, Health events): `{id, name, properties, systemData}` as one flat object, with either profile's names. */
const whole = lenient({
  id: z.string().min(1),
  name: z.string().min(1),
  type: text,
  systemData: systemData.optional(),
  properties,
}).transform(({ id, name, type, systemData: origin, properties: fields }) => {
  const { [supportFields.Vendor]: neutral, [supportFields.Microsoft]: theirs, ...rest } = fields;
  return { id, name, type, systemData: origin, ...rest, vendorSupport: neutral ?? theirs };
});

/** An alert is read without the fields that cannot be read: only its id, its name and the event itself are needed. */
export const healthEvent = forgiving(whole, (path) => {
  const [part, ...rest] = path;
  return part === 'type' || part === 'systemData' || (part === 'properties' && rest.length > 0) ? path : undefined;
});

/** A health event; `duration` is in seconds, `priority` 0 (highest) to 23. A sensitive one has no texts until its details are fetched. */
export type HealthEvent = z.infer<typeof healthEvent>;
