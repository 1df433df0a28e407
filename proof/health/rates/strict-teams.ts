import type { Http, HttpRequest, HttpResponse } from '../../../src/platform/http/http.ts';
import type { After, Clock } from '../../../src/platform/lib/clock.ts';
import { defaultChannelLimits, type Window } from '../../../src/teams/connector/queue/queue.ts';
import type { Dice } from '../../lib/dice.ts';

/** One request as Teams received it. Times are milliseconds of the virtual clock. */
export interface MetRequest {
  /** When it left the bot, when it arrived, when the answer was back. */
  readonly left: number;
  readonly arrived: number;
  readonly answered: number;
  readonly channel: string;
  readonly method: 'POST' | 'PUT';
  /** The text of the message: `<mark>@<version>`. */
  readonly says: string;
  readonly status: number;
  /** Milliseconds of the Retry-After. */
  readonly rest: number | undefined;
  /** Refused at random, within the limits. */
  readonly injected: boolean;
}

/** The page's limits, which the bot has to keep; the strictest one for an app in a tenant is above the bot's own. */
const PER_THREAD: readonly Window[] = defaultChannelLimits.perThread;
const PER_TENANT: Window = { count: 30, ms: 1_000 };
/** One answer in this many is refused at random. */
const REFUSED_ONE_IN = 12;

interface StrictTeams {
  readonly http: Http;
  readonly met: readonly MetRequest[];
}

interface TeamsDeps {
  readonly clock: Clock;
  readonly after: After;
  readonly dice: Dice;
  /** Whether requests within the limits are refused too. */
  readonly refuses: boolean;
}

/** A Connector that answers 429 above one of the documented limits, and 412 to two concurrent requests in one conversation. */
export const createStrictTeams = ({ clock, after, dice, refuses }: TeamsDeps): StrictTeams => {
  const met: MetRequest[] = [];
  const arrivals = new Map<string, number[]>();
  const tenant: number[] = [];
  const inside = new Set<string>();
  const wait = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve));

  const check = (channel: string, now: number): { status: number; rest?: number; injected: boolean } => {
    const stamps = arrivals.get(channel) ?? [];
    arrivals.set(channel, stamps);
    const rest = Math.max(...PER_THREAD.map((window) => restIn(stamps, window, now)), restIn(tenant, PER_TENANT, now));
    stamps.push(now);
    tenant.push(now);
    if (inside.has(channel)) return { status: 412, injected: false };
    if (rest > 0) return { status: 429, rest: Math.ceil(rest / 1_000) * 1_000, injected: false };
    if (!refuses || !dice.oneIn(REFUSED_ONE_IN)) return { status: 200, injected: false };
    if (dice.oneIn(3)) return { status: 412, injected: true };
    return dice.oneIn(5)
      ? { status: 429, injected: true }
      : { status: 429, rest: 1_000 * (1 + Math.floor(dice.next() * 40)), injected: true };
  };

  const post = async (request: HttpRequest, channel: string): Promise<HttpResponse> => {
    const left = clock.now();
    const roundTrip = 40 + Math.floor(dice.next() * 200);
    const there = Math.floor(roundTrip * dice.next());
    await wait(there);
    const { status, rest, injected } = check(channel, clock.now());
    const arrived = clock.now();
    inside.add(channel);
    await wait(roundTrip - there);
    inside.delete(channel);
    const { summary: says } = JSON.parse(request.body ?? '{}') as { readonly summary: string };
    const method = request.method === 'PUT' ? 'PUT' : 'POST';
    met.push({ left, arrived, answered: clock.now(), channel, method, says, status, rest, injected });
    if (status === 200) return good({ id: `a${met.length}` });
    const headers: Record<string, string> = rest === undefined ? {} : { 'retry-after': String(rest / 1_000) };
    return { status, headers, text: '{"error":{"code":"TooManyRequests"}}' };
  };

  return {
    met,
    http: {
      send: async (request) => {
        const [, , conversation] = new URL(request.url).pathname.match(/^(.*)\/v3\/conversations\/([^/]+)\//) ?? [];
        if (conversation === undefined)
          return good({ access_token: 'rates', token_type: 'Bearer', expires_in: 86_400 });
        return post(request, decodeURIComponent(conversation).split(';', 1)[0] ?? '');
      },
      close: async () => {},
      destroy: async () => {},
    },
  };
};

const good = (body: object): HttpResponse => ({ status: 200, headers: {}, text: JSON.stringify(body) });

/** Time until one more request is within the limit; 0 for now. */
const restIn = (stamps: readonly number[], { count, ms }: Window, now: number): number =>
  Math.max(0, (stamps.at(-count) ?? Number.NEGATIVE_INFINITY) + ms - now);
