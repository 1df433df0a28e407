import { createServer, type IncomingMessage } from 'node:http';
import { listenForParent } from '../usage.ts';
import { channels, numberOf } from './world.ts';

/** What the Connector does to the first post of some channels: refuses it with 429, or takes it and answers 502. */
export type Faults = 'none' | 'throttled' | 'lost';

/** What has been posted since the faults were set. */
export interface Report {
  /** How many posts each channel took, by its number. */
  readonly taken: readonly number[];
  /** Channels of which an answer was lost. */
  readonly lost: readonly number[];
  readonly throttled: number;
}

/** Every 20th channel is throttled, of every 100th the answer is lost. */
const EVERY: Readonly<Record<Exclude<Faults, 'none'>, number>> = { throttled: 20, lost: 100 };
const RETRY_AFTER_S = '1';

let faults: Faults = 'none';
let met = new Set<number>();
let taken: number[] = [];
let throttled = 0;

const begin = (now: Faults): void => {
  faults = now;
  met = new Set();
  taken = channels.map(() => 0);
  throttled = 0;
};

interface Answer {
  readonly status: number;
  readonly text: string;
}

const answerTo = ({ url = '' }: IncomingMessage): Answer => {
  const [, , , channel = ''] = url.split('/', 4);
  if (url.startsWith('/v3/conversations/')) return post(numberOf(decodeURIComponent(channel)));
  if (url === '/token') return good({ access_token: 'bench', token_type: 'Bearer', expires_in: 86_400 });
  if (url === '/report') return good({ taken, lost: faults === 'lost' ? [...met] : [], throttled } satisfies Report);
  begin(url.slice(1) as Faults);
  return good({});
};

const good = (body: object): Answer => ({ status: 200, text: JSON.stringify(body) });

const post = (number: number): Answer => {
  const faulty = faults !== 'none' && number % EVERY[faults] === 7 && !met.has(number);
  if (faulty) met.add(number);
  if (faulty && faults === 'throttled') {
    throttled += 1;
    return { status: 429, text: '{"error":{"code":"TooManyRequests"}}' };
  }
  taken[number] = (taken[number] ?? 0) + 1;
  return faulty ? { status: 502, text: '' } : good({ id: `1732180000000${number}` });
};

/** The Connector of all senders: plain node:http, one answer for each post once it is read to its end. */
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const { status, text } = answerTo(request);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(status === 429 ? { 'retry-after': RETRY_AFTER_S } : {}),
    });
    response.end(text);
  });
});
server.keepAliveTimeout = 60_000;
begin('none');
listenForParent(server);
