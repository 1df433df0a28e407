import { createServer } from 'node:http';
import { listenLocally } from '../../../test/support/local-server.ts';
import { type SecretEvent, withoutTexts } from './secrets.ts';

/** One event of the vendor. */
export interface Told {
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
