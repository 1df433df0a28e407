import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createListener, type Socket } from 'node:net';
import { createVendorClient, type VendorClient } from '../../src/cloud/client.ts';
import type { AnyOperation } from '../../src/cloud/operation.ts';
import { operations } from '../../src/cloud/operations/index.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';
import { createHttp } from '../../src/platform/http/http.ts';
import { clientSecret } from '../../src/platform/identity/credential.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { silentLog } from '../../src/platform/lib/logger.ts';
import { Secret } from '../../src/platform/lib/secret.ts';
import { createManualClock, type ManualClock } from '../../test/support/manual-clock.ts';

/** An answer to the last byte, right or wrong. `undefined` breaks the connection instead. */
export interface Scripted {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly host: string;
  /** Milliseconds of the virtual clock. */
  readonly at: number;
}

/** A vendor that says what a proof tells it to, with listeners beside it that nobody may ever reach. */
export interface Upstream {
  readonly origin: string;
  readonly clock: ManualClock;
  readonly client: Readonly<Record<Namespace, VendorClient>>;
  /** Ports of the decoys. */
  readonly decoys: readonly number[];
  /** What the vendor answers from now on, one request after another; `turn` counts from 0. */
  answerBy(answer: (turn: number, request: Arrived) => Scripted | undefined): void;
  /** The requests since `answerBy`, sign-in left out. */
  arrived(): readonly Arrived[];
  /** How often a decoy was connected to. */
  reached(): number;
  end(): Promise<void>;
}

const TOKEN = '/sign-in/token';
const DECOYS = ['127.0.0.1', '127.0.0.1', '::1', '0.0.0.0'];

export const openUpstream = async (): Promise<Upstream> => {
  const clock = createManualClock();
  let answer: (turn: number, request: Arrived) => Scripted | undefined = () => ({ status: 500 });
  let requests: Arrived[] = [];
  let reached = 0;

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    request.once('end', () => {
      if (request.url === TOKEN) {
        response.end(JSON.stringify({ access_token: 'a-token', token_type: 'Bearer', expires_in: 86_400 }));
        return;
      }
      const { method = '', url: target = '', headers } = request;
      const arrival = { method, target, host: headers.host ?? '', at: clock.now() };
      requests.push(arrival);
      const said = answer(requests.length - 1, arrival);
      if (!said) {
        request.socket.destroy();
        return;
      }
      // Two calls: where restify has been loaded, its writeHead returns nothing.
      response.writeHead(said.status, { ...said.headers });
      response.end(said.body);
    });
  };
  const server = createServer(serve);
  const port = await listening(server, '127.0.0.1');
  const decoys = DECOYS.map((host) => ({
    host,
    server: createListener((socket: Socket) => {
      reached += 1;
      socket.destroy();
    }),
  }));
  const ports = await Promise.all(decoys.map(({ server: decoy, host }) => listening(decoy, host)));

  const origin = `http://127.0.0.1:${port}`;
  const wait = async (ms: number): Promise<void> => clock.advance(ms);
  const http = createHttp({ clock, log: silentLog, random: () => 0.5, wait });
  const secret = new Secret('s3cret');
  const settings = {
    management: { baseUrl: origin, tokenUrl: origin + TOKEN, credential: clientSecret('client', 's3cret') },
    translator: { baseUrl: origin, key: secret },
    appManagement: { baseUrl: origin, token: secret },
  };
  const clientOf = (namespace: Namespace): VendorClient =>
    createVendorClient({ http, clock, ids: randomIds, log: silentLog, wait, settings: { namespace, ...settings } });

  return {
    origin,
    clock,
    client: { Vendor: clientOf('Vendor'), Microsoft: clientOf('Microsoft') },
    decoys: ports,
    answerBy(next) {
      answer = next;
      requests = [];
    },
    arrived: () => requests,
    reached: () => reached,
    async end() {
      await http.destroy();
      server.closeAllConnections();
      await Promise.all([server, ...decoys.map((decoy) => decoy.server)].map(closed));
    },
  };
};

type Listener = Server | ReturnType<typeof createListener>;

const listening = (server: Listener, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });

const closed = (server: Listener): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** What a call came to. */
export type Outcome = { readonly read: unknown } | { readonly error: unknown };

/** Any operation with the input of its fixture; a list is read to its end. Never throws. */
export const perform = async (client: VendorClient, operation: AnyOperation, input: unknown): Promise<Outcome> => {
  try {
    if (operation.kind === 'single') return { read: await client.call(operation, input as never) };
    if (operation.kind === 'long') return { read: await client.start(operation, input as never) };
    const items: unknown[] = [];
    for await (const item of client.list(operation, input as never)) items.push(item);
    return { read: items };
  } catch (error) {
    return { error };
  }
};

export const operationOf = (run: number) => operations[(run - 1) % operations.length] as AnyOperation;
