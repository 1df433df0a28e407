import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from '../../../test/support/local-server.ts';

/** What happens to a request on its way. */
export type Fault = 'none' | 'throttled' | 'away' | 'lost-before' | 'lost-after' | 'cut' | 'failed-after';

export type Moment = 'arrived' | 'answered' | 'relayed';

/** A request that came, and what the vendor charged for it. */
export interface Passed {
  /** Whose it is: X-ClientTraceId. */
  readonly order: string;
  /** Its texts over its languages, counted here. */
  readonly size: number;
  /** 0 for what the vendor refused or never saw. */
  readonly charged: number;
  /** The other side can't know that it was not charged. */
  readonly unclear: boolean;
}

interface Conduct {
  fault(): Fault;
  at(moment: Moment): void;
}

/** Stands between the bot and the vendor's translator, and keeps the books that nobody dies over. */
export interface CountingTranslator {
  readonly url: string;
  /** From now on, with new books. */
  conduct(conduct: Conduct): void;
  books(): readonly Passed[];
  /** Until nothing is under way any more. */
  rest(): Promise<void>;
  stop(): Promise<void>;
}

const CHARGED = 'x-metered-usage';

const sizeOf = (body: Buffer, url: URL): number => {
  const texts = JSON.parse(body.toString('utf8')) as readonly { readonly Text: string }[];
  return texts.reduce((sum, { Text }) => sum + Text.length, 0) * url.searchParams.getAll('to').length;
};

export const startCountingTranslator = async (vendorUrl: string): Promise<CountingTranslator> => {
  let conduct: Conduct = { fault: () => 'none', at: () => {} };
  let books: Passed[] = [];
  const underWay = new Set<Promise<void>>();

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [{ fault, at }, mine] = [conduct, books];
    const body = await buffer(request);
    const order = String(request.headers['x-clienttraceid']);
    const size = sizeOf(body, new URL(request.url ?? '', vendorUrl));
    at('arrived');
    const kind = fault();
    if (kind === 'throttled' || kind === 'away') {
      mine.push({ order, size, charged: 0, unclear: false });
      const code = kind === 'away' ? 503_000 : 429_000;
      response.writeHead(Math.floor(code / 1_000), { 'content-type': 'application/json', 'retry-after': '0' });
      response.end(JSON.stringify({ error: { code, message: 'not now' } }));
      return;
    }
    if (kind === 'lost-before') {
      mine.push({ order, size, charged: 0, unclear: true });
      response.destroy();
      return;
    }
    const answer = await fetch(new URL(request.url ?? '', vendorUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'ocp-apim-subscription-key': String(request.headers['ocp-apim-subscription-key']),
      },
      body: new Uint8Array(body),
    });
    const charged = Number(answer.headers.get(CHARGED) ?? 0);
    const text = await answer.text();
    mine.push({ order, size, charged, unclear: kind !== 'none' });
    at('answered');
    if (kind === 'lost-after') {
      response.destroy();
      return;
    }
    if (kind === 'failed-after') {
      response.writeHead(500);
      response.end();
      return;
    }
    const headers = { 'content-type': 'application/json', [CHARGED]: String(charged), 'x-mt-system': 'Team' };
    response.writeHead(answer.status, headers);
    response.end(kind === 'cut' ? text.slice(0, text.length / 2) : text);
    at('relayed');
  };

  const server = createServer((request, response) => {
    // Whoever asked may be dead by now: the vendor has charged all the same.
    const work = handle(request, response)
      .catch(() => void response.destroy())
      .finally(() => underWay.delete(work));
    underWay.add(work);
  });
  const { url, close } = await listenLocally(server);

  return {
    url,
    conduct(next) {
      conduct = next;
      books = [];
    },
    books: () => books,
    async rest() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: close,
  };
};
