import { createVendorClient, type VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { SecretSource } from '#cloud/services/secrets.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import { createLogger } from '#platform/lib/logger.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { nock, strictNock } from '../support/strict-nock.ts';

export const base = 'https://management.example';
export const subscriptionId = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
export const scope = { kind: 'subscription', subscriptionId } as const;
export const authorizationPath = `/subscriptions/${subscriptionId}/providers/Vendor.Authorization`;

interface ClientBench {
  readonly client: VendorClient;
  readonly clock: ManualClock;
  readonly http: Http;
  /** Every log line, as text. */
  readonly lines: string[];
}

interface BenchOptions {
  /** Where secrets are stored; nowhere when absent. */
  readonly secrets?: SecretSource;
  /** The management service when absent. */
  readonly settings?: Parameters<typeof createVendorClient>[0]['settings'];
}

/** The correlation id of every request. */
export const guid = '00000000-0000-4000-8000-000000000001';

const management = {
  namespace: 'Vendor',
  management: {
    baseUrl: base,
    tokenUrl: 'https://login.example/t/token',
    credential: clientSecret('client', 's3cret-of-client'),
  },
} as const;

/** A client in the Vendor namespace that waits by a manual clock; nock answers its requests. */
export const createClientBench = ({ secrets, settings = management }: BenchOptions = {}): ClientBench => {
  const clock = createManualClock();
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => lines.push(line) });
  const wait = async (ms: number): Promise<void> => clock.advance(ms);
  const http = createHttp({ clock, log, random: () => 0, wait });
  const ids = { guid: () => guid, opaque: () => 'opaque', ordered: () => 'opaque' };
  const client = createVendorClient({ http, settings, clock, ids, log, wait, ...(secrets && { secrets }) });
  return { client, clock, http, lines };
};

/** A new client for each test, which can send no request but to nock. */
export const benchPerTest = (options: BenchOptions = {}): ClientBench => {
  strictNock();
  let bench: ClientBench;
  beforeEach(() => {
    bench = createClientBench(options);
  });
  afterEach(() => bench.http.close());
  return {
    get client() {
      return bench.client;
    },
    get clock() {
      return bench.clock;
    },
    get http() {
      return bench.http;
    },
    get lines() {
      return bench.lines;
    },
  };
};

export const givesToken = (token = 's3cret-token-1', expiresIn: number | string = 3_600): nock.Scope =>
  nock('https://login.example')
    .post('/t/token', {
      grant_type: 'client_credentials',
      client_id: 'client',
      client_secret: 's3cret-of-client',
      scope: `${base}/.default`,
    })
    .reply(200, { access_token: token, token_type: 'Bearer', expires_in: expiresIn });

export const vendor = (token = 's3cret-token-1'): nock.Scope =>
  nock(base, { reqheaders: { authorization: `Bearer ${token}` } });

/** A list item that the schema of role definitions accepts. */
export const roleItem = (roleName: string) => ({ id: `/roles/${roleName}`, name: roleName, properties: { roleName } });

export const errorOf = async (call: Promise<unknown>): Promise<VendorError> => {
  const thrown = await call.catch((error: unknown) => error);
  if (thrown instanceof VendorError) return thrown;
  throw new Error('expected a VendorError');
};
