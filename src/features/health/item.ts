import { z } from 'zod';
import type { HealthEvent } from '#cloud/operations/health-events-schemas.ts';
import { isGuid } from '#cloud/request/path.ts';
import { levels } from '#engine/alerts/feed/signal.ts';
import { oneLine } from '#platform/lib/text.ts';
import { isKnownType, kindOf, levelOf, priorityOf } from './kind.ts';
import { type Link, linksIn, plainText, safeLink, shortLine } from './vendor-text.ts';

/** An event as it is stored: only what cards need. Times are milliseconds since 1970. */
export const healthItem = z.object({
  id: z.string(),
  type: z.string(),
  subType: z.string().optional(),
  level: z.enum(levels),
  open: z.boolean(),
  /** The vendor's priority, 0 first. */
  rank: z.int(),
  startedAt: z.number().optional(),
  /** End, or expected end. */
  endsAt: z.number().optional(),
  /** Planned work that had begun when the event was last read. */
  inProgress: z.boolean().optional(),
  updatedAt: z.number(),
  services: z.array(z.string()),
  regions: z.array(z.object({ name: z.string(), open: z.boolean() })),
  /** Number of names beyond the stored ones. */
  further: z.object({ services: z.int(), regions: z.int() }),
  /** GUIDs of the affected subscriptions, the listing one first. */
  subscriptions: z.array(z.string()),
  /** The feeds that list it, in order; each shows its own services and regions. */
  tellers: z.array(z.string()).optional(),
  /** Its address in the vendor's portal. */
  portal: z.string().optional(),
  /** Sensitive: the texts below are not stored, and shown only to people with the right to the details. */
  hidden: z.boolean(),
  title: z.string(),
  /** The newest text, as plain text. */
  text: z.string(),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  tags: z.array(z.string()).optional(),
  /** Stage of a major incident's review. */
  stage: z.string().optional(),
  /** The vendor's number of the incident. */
  external: z.string().optional(),
  /** The tracking id of the incident that it explains. */
  explains: z.string().optional(),
  /** Fields that could not be read. */
  leftOut: z.array(z.string()).optional(),
  /** Made up, for `test alert`. */
  made: z.boolean().optional(),
});
export type HealthItem = z.infer<typeof healthItem>;

/** Maximum numbers that are stored. */
export const MOST = { services: 50, regions: 200, subscriptions: 50, links: 1, tags: 10, leftOut: 10 };
const LONGEST = { name: 80, title: 160, text: 700, id: 64 };

/** The texts of a hidden event. */
const noTexts = { title: '', text: '', links: [] };

/**
 * @param from the subscription whose list, or whose resource's list, has the event
 * @param portalOf the address of an event in the portal, by the policy
 */
export const toItem = (
  event: HealthEvent,
  from: string,
  portalOf: (trackingId: string) => string | undefined,
): HealthItem => {
  const type = isKnownType(event.eventType ?? '') ? (event.eventType ?? '') : '';
  const level = levelOf(event.eventLevel ?? event.level);
  const open = event.status !== 'Resolved';
  const hidden = isHidden(event);
  const portal = portalOf(event.name);
  const startedAt = moment(event.impactStartTime);
  const endsAt = moment(event.impactMitigationTime);
  const [services, regions] = [servicesOf(event), regionsOf(event)];
  const item = {
    id: oneLine(event.name, LONGEST.id),
    type,
    level,
    open,
    rank: event.priority ?? priorityOf(kindOf({ type }), level, open),
    updatedAt: updatedAt(event),
    services: services.slice(0, MOST.services),
    regions: regions.slice(0, MOST.regions),
    further: {
      services: Math.max(0, services.length - MOST.services),
      regions: Math.max(0, regions.length - MOST.regions),
    },
    subscriptions: touched(event, from).slice(0, MOST.subscriptions),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(portal === undefined ? {} : { portal }),
    ...(event.leftOut ? { leftOut: event.leftOut.slice(0, MOST.leftOut) } : {}),
    hidden,
  };
  return hidden ? { ...item, ...noTexts } : { ...item, ...openTexts(event) };
};

/** The event as it is at a moment: planned work that has begun is in progress. @param now milliseconds since 1970 */
export const progressed = ({ inProgress: _inProgress, ...item }: HealthItem, now: number): HealthItem => {
  const { open, startedAt } = item;
  const isRunning = open && kindOf(item) === 'maintenance' && startedAt !== undefined && startedAt <= now;
  return isRunning ? { ...item, inProgress: true } : item;
};

/** A security advisory counts as sensitive unless the vendor marks it otherwise, and so does an event with an unreadable mark. */
const isHidden = ({ isEventSensitive, eventType, leftOut = [] }: HealthEvent): boolean =>
  isEventSensitive ??
  (eventType === 'SecurityAdvisory' || leftOut.some((name) => name === 'isEventSensitive' || name === 'eventType'));

const openTexts = (event: HealthEvent) => {
  const title = shortLine(event.title ?? event.header ?? '', LONGEST.title);
  const newest = newestText(event);
  const explains = explainedBy(event, title);
  return {
    title,
    text: plainText(newest, LONGEST.text),
    links: [...linksOf(event), ...linksIn(newest)].slice(0, MOST.links),
    ...optional('subType', event.eventSubType),
    ...(event.eventTags
      ? { tags: event.eventTags.slice(0, MOST.tags).map((tag) => shortLine(tag, LONGEST.name)) }
      : {}),
    ...optional('stage', event.hirStage),
    ...optional('external', event.externalIncidentId),
    ...optional('explains', explains),
  };
};

const optional = <K extends string>(key: K, value: string | undefined) =>
  (value === undefined || value.trim() === '' ? {} : { [key]: shortLine(value, LONGEST.name) }) as {
    [P in K]?: string;
  };

/** The newest update: the description is often the first one, or a summary. */
const newestText = (event: HealthEvent): string => {
  const [newest] = [...(event.updates ?? [])].sort((a, b) => at(b.updateDateTime) - at(a.updateDateTime));
  return newest?.summary ?? event.description ?? event.summary ?? '';
};

/** The addresses in the event's links; links to blades of the portal have none. */
export const linksOf = ({ links = [] }: HealthEvent): readonly Link[] =>
  links.flatMap(({ displayText, parameters = {} }) => {
    const title = displayText?.localizedValue ?? displayText?.value ?? '';
    const address = Object.values(parameters).find((value) => typeof value === 'string' && /^https:/i.test(value));
    const link = safeLink(title, String(address ?? ''));
    return link ? [link] : [];
  });

/** The vendor's format of tracking ids. */
const TRACKING_ID = /\b[A-Z0-9]{4}-[A-Z0-9]{3}\b/g;

/** The incident that a review is about, as its title names it. */
const explainedBy = ({ eventType, name }: HealthEvent, title: string): string | undefined =>
  eventType === 'RCA' ? title.match(TRACKING_ID)?.find((id) => id !== name.toUpperCase()) : undefined;

const servicesOf = ({ impact = [] }: HealthEvent): string[] => [
  ...new Set(impact.map(({ impactedService }) => name(impactedService)).filter((service) => service !== '')),
];

/** A region is open while one of the services there is. */
const regionsOf = ({ impact = [] }: HealthEvent): { name: string; open: boolean }[] => {
  const found = new Map<string, boolean>();
  for (const { impactedRegion, status } of impact.flatMap(({ impactedRegions = [] }) => impactedRegions)) {
    const region = name(impactedRegion);
    if (region !== '') found.set(region, (found.get(region) ?? false) || status !== 'Resolved');
  }
  return [...found].map(([region, open]) => ({ name: region, open }));
};

const name = (text = ''): string => shortLine(text, LONGEST.name);

/** The affected subscriptions, the listing one first. */
export const touched = ({ impact = [] }: HealthEvent, from: string): string[] => {
  const named = impact.flatMap(({ impactedRegions = [] }) =>
    impactedRegions.flatMap(({ impactedSubscriptions = [] }) => impactedSubscriptions),
  );
  return [...new Set([from, ...named].filter(isGuid).map((id) => id.toLowerCase()))];
};

export const moment = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

const at = (text: string | undefined): number => moment(text) ?? 0;

/** The last update, by which lists are filtered. */
const updatedAt = (event: HealthEvent): number =>
  moment(event.lastUpdateTime) ??
  Math.max(
    at(event.impactStartTime),
    ...(event.updates ?? []).slice(0, 1_000).map((update) => at(update.updateDateTime)),
  );

/** A button's data that identifies an event. */
export const detailsData = ({ id, subscriptions, hidden }: HealthItem) => ({
  subscription: subscriptions[0] ?? '',
  event: id,
  ...(hidden ? { hidden: 'yes' as const } : {}),
});
