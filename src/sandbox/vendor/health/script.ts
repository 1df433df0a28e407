import { z } from 'zod';
import { DAY } from '../../../lib/clock.ts';
import { fieldsSchema } from './fields.ts';

const TEN_YEARS = 3_650 * DAY;

const moment = z.int().min(-TEN_YEARS).max(TEN_YEARS);
const texts = z.array(z.string()).readonly().optional();
const nonEmpty = z.array(z.string().min(1)).readonly();

/** Which of the team's subscriptions an event touches. */
const reach = z.enum(['production', 'staging', 'both']);
/** The resources of the story that have health events of their own. */
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

/** One update of an event: what it says from then on, and what it changes. */
const stage = z.strictObject({
  /** Milliseconds from the story's first moment. */
  at: moment,
  says: z.string(),
  eventLevel: eventLevel.optional(),
  /** Regions that are touched from now on. */
  spreads: nonEmpty.optional(),
  /** Regions that are well again; the event is resolved with its last one. */
  resolves: nonEmpty.optional(),
  tags: texts,
  /** Properties by their documented names that are new or other from now on. */
  changes: fieldsSchema.optional(),
});

/** What becomes of one event, from its first word to its last. Times are milliseconds from the story's first moment. */
export const scriptSchema = z
  .strictObject({
    /** Its tracking id; small letters would be the same id again. */
    name: z.string().regex(/^[A-Z0-9][A-Z0-9_-]{0,63}$/, 'a tracking id has capital letters, digits, _ and - only'),
    eventType,
    title: z.string(),
    services: nonEmpty,
    reach,
    resources: z.array(resource).readonly().optional(),
    begins: moment,
    /** When the impact is to end, as far as that is known from the beginning: a planned maintenance. */
    ends: moment.optional(),
    /** Summary, description and updates are hidden until its details are fetched. */
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

/** Regions that a stage resolves although nothing has spread to them. */
const unspread = (stages: readonly Stage[]): readonly string[] =>
  stages.flatMap(({ resolves = [] }, index) => {
    const touched = stages.slice(0, index + 1).flatMap(({ spreads = [] }) => spreads);
    return resolves.filter((region) => !touched.includes(region));
  });

export type Reach = z.infer<typeof reach>;
export type ScriptedResource = z.infer<typeof resource>;
export type EventType = z.infer<typeof eventType>;
export type EventLevel = z.infer<typeof eventLevel>;
export type Stage = z.infer<typeof stage>;
export type Script = z.infer<typeof scriptSchema>;
