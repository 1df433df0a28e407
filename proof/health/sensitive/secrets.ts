import { createServer } from 'node:http';
import { cloud } from '../../../sandbox/world.ts';
import { listenLocally } from '../../../test/support/local-server.ts';
import type { Dice } from '../../lib/dice.ts';
import template from './event-template.json' with { type: 'json' };

/**
 * How an event becomes sensitive: marked from the beginning; an unmarked security advisory, which counts as sensitive;
 * marked later; and an event that is not sensitive, to show that the search finds its texts where they are allowed.
 */
export const secrets = ['always', 'unsaid', 'later', 'never'] as const;
type Secrecy = (typeof secrets)[number];

export interface SecretEvent {
  /** Tracking id. */
  readonly name: string;
  readonly number: number;
  readonly secrecy: Secrecy;
  /** Whether the list leaves out the texts as documented; otherwise it shows everything. */
  readonly asDocumented: boolean;
  readonly level: 'Critical' | 'Error' | 'Warning' | 'Informational';
  readonly byResource: boolean;
}

export const secretEventOf = (dice: Dice, number: number): SecretEvent => {
  const secrecy = dice.pick(secrets);
  return {
    ...{ name: `S${number.toString(36).toUpperCase().padStart(3, '0')}-SEC`, number, secrecy },
    asDocumented: secrecy === 'always' && dice.oneIn(2),
    level: dice.pick(['Critical', 'Error', 'Warning', 'Informational']),
    byResource: dice.oneIn(2),
  };
};

/** A mark of one field of one event. */
const seed = (number: number, field: string): string => `PLANTq${number}q${field}`;

/** The events whose marks are in a text, by number. */
export const secretsIn = (text: string): Set<number> =>
  new Set([...text.matchAll(/plantq(\d+)q/gi)].map(([, number]) => Number(number)));

/** The parts of the event that everybody may see. */
export const SHOWN = { service: 'Key Vault', region: 'West Europe', spreads: 'North Europe' } as const;

interface EventStep {
  /** From 0; each is an update. */
  readonly step: number;
  readonly sensitive: boolean;
  readonly spread: boolean;
  readonly over: boolean;
  readonly at: number;
  readonly startedAt: number;
}

/** The event as the vendor sends it: marks in every text field, plain or in markup. */
export const tell = ({ name, number, secrecy, level }: SecretEvent, moment: EventStep): Record<string, unknown> => {
  const { step, over, spread } = moment;
  const say = (field: string): string => seed(number, `${field}${step}`);
  const html = (field: string): string =>
    `<p>It says <b>${say(field)}</b> at <a href="https://status.example/${say(`${field}Link`)}">${say(`${field}Anchor`)}</a></p>`;
  const written = (text: string): string =>
    text === 'now'
      ? new Date(moment.at).toISOString()
      : text.replace(/\b(mark|markup) (\w+)$/, (_, kind, field) => (kind === 'mark' ? say(field) : html(field)));
  const planted = <T extends object>(part: T): T =>
    JSON.parse(JSON.stringify(part), (_name, value) => (typeof value === 'string' ? written(value) : value));
  const status = over ? 'Resolved' : 'Active';
  const region = (impactedRegion: string) => ({
    ...{ ...planted(template.region), impactedRegion, status },
    impactedSubscriptions: [cloud.subscriptions.production.id, say('subscription')],
  });
  const regions = [SHOWN.region, ...(spread ? [SHOWN.spreads] : [])].map(region);
  const event = planted(template.event);
  return {
    ...{ ...event, id: `/providers/Vendor.ResourceHealth/events/${name}`, name },
    properties: {
      ...{ ...event.properties, eventLevel: level, status },
      ...(secrecy === 'unsaid' ? {} : { isEventSensitive: moment.sensitive }),
      eventType: secrecy === 'unsaid' || number % 2 === 0 ? 'SecurityAdvisory' : 'ServiceIssue',
      impact: [{ impactedService: SHOWN.service, impactedServiceGuid: say('serviceGuid'), impactedRegions: regions }],
      eventTags: [say('tag'), ...(step > 1 ? ['Final PIR'] : [])],
      impactStartTime: new Date(moment.startedAt).toISOString(),
    },
  };
};

const HIDDEN = ['summary', 'description', 'updates', 'article'];

/** A sensitive event in a list, as documented. */
export const withoutTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !HIDDEN.includes(name));
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutTexts(field)]));
};

/** One event of the vendor. */
interface Told {
  readonly secret: SecretEvent;
  readonly record: Record<string, unknown>;
  readonly sensitive: boolean;
}

/** A vendor that sends every text to everybody, except for events that are listed as documented. */
interface SecretVendor {
  readonly url: string;
  /** Replaces all events. */
  tell(told: readonly Told[]): void;
  /** The next list is refused with marks in its error, and the one after that is cut off. */
  stumble(): void;
  /** How often the texts of a sensitive event were fetched. */
  fetched(name: string): number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const openSecretVendor = async (): Promise<SecretVendor> => {
  let events: readonly Told[] = [];
  const trouble: Answer[] = [];
  const fetched: string[] = [];

  const shown = ({ secret, record, sensitive }: Told): unknown =>
    sensitive && secret.asDocumented ? withoutTexts(record) : record;
  const listed = (told: readonly Told[]): Answer =>
    trouble.shift() ?? { status: 200, body: { value: told.map(shown) } };

  const answer = (method: string, path: string): Answer => {
    if (path === '/token')
      return { status: 200, body: { access_token: 'planting', token_type: 'Bearer', expires_in: 86_400 } };
    const [place = '', rest] = path.split('/providers/Vendor.ResourceHealth/events', 2);
    if (rest === undefined) return { status: 404, body: { error: { code: 'NotFound', message: 'nothing here' } } };
    if (rest === '')
      return listed(place.includes('/providers/') ? events.filter(({ secret }) => secret.byResource) : events);
    const [, name = '', details] = rest.split('/');
    const told = events.find(({ secret }) => secret.name === name);
    if (!told) return { status: 404, body: { error: { code: 'EventNotFound', message: 'no such event' } } };
    if (details !== 'fetchEventDetails') return { status: 200, body: shown(told) };
    fetched.push(name);
    return method === 'POST' ? { status: 200, body: told.record } : { status: 405, body: {} };
  };

  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://vendor');
      const { status, body } = answer(request.method ?? 'GET', decodeURIComponent(pathname));
      // Not writeHead: restify, which the bot loads, has changed it for the whole process.
      response.statusCode = status;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    });
  });
  const { url, close } = await listenLocally(server);

  return {
    url,
    tell: (told) => {
      events = told;
    },
    stumble: () => {
      const [first] = events;
      const words = JSON.stringify(first?.record['properties'] ?? {});
      trouble.push(
        { status: 400, body: { error: { code: 'BadRequest', message: words } } },
        { status: 200, body: { value: events.map(({ record }) => broken(record)) } },
      );
    },
    fetched: (name) => fetched.filter((one) => one === name).length,
    close,
  };
};

/** Not in the documented format, exactly where the texts are. */
const broken = (record: Record<string, unknown>): unknown => {
  const properties = record['properties'] as Record<string, unknown>;
  const words = [properties['title'], properties['summary']];
  return {
    ...record,
    properties: { ...properties, title: { words }, eventTags: words.join(' '), isEventSensitive: words[0] },
  };
};
