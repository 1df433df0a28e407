import { createHttp } from '#platform/http/http.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import { type After, realAfter } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { openDatabase, type Tables } from '#platform/storage/database.ts';
import {
  type Connector,
  type ConversationRef,
  createConnector,
  defaultChannelLimits,
} from '#teams/connector/connector.ts';
import { connectorMigrations } from '#teams/connector/conversations/conversation-store.ts';
import { channelTrust } from '#teams/connector/trust.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { nock, strictNock } from '../../support/strict-nock.ts';

export const tenantId = '11111111-2222-4333-8444-555555555555';
export const appId = '99999999-8888-4777-8666-555555555555';
export const serviceUrl = 'https://smba.trafficmanager.net/emea/';
export const channel: ConversationRef = { id: '19:payments@thread.tacv2', serviceUrl, tenantId };
export const thread: ConversationRef = { ...channel, id: `${channel.id};messageid=1700000000000` };

/** Path of a conversation as the Connector's REST interface has it. */
export const pathOf = (conversationId: string, rest = 'activities'): string =>
  `/emea/v3/conversations/${encodeURIComponent(conversationId)}/${rest}`;

export const anaId = 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01';
/** People as a roster lists them. */
export const ana = {
  id: '29:ana',
  aadObjectId: anaId,
  name: 'Ana Rossi',
  givenName: 'Ana',
  email: 'ana@northwind.example',
  userPrincipalName: 'ana@northwind.example',
  tenantId,
  userRole: 'user',
};
export const bo = { ...ana, id: '29:bo', aadObjectId: 'b0b7c0de-2222-4b22-8b22-0b0b0b0b0b02', name: 'Bo Lind' };
/** Ana's entry in the roster of `channel`. */
export const memberPath = pathOf(channel.id, 'members/29%3Aana');

/** What Teams would answer, to be told request by request. */
export const teams = (authorization = 'Bearer first-token'): nock.Scope =>
  nock('https://smba.trafficmanager.net', { reqheaders: { authorization } });

/** The sign-in service gives this token, once. */
export const givesToken = (token = 'first-token', expiresIn = 3_600): nock.Scope =>
  nock('https://login.microsoftonline.com')
    .post(`/${tenantId}/oauth2/v2.0/token`, {
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: 'the password',
      scope: 'https://api.botframework.com/.default',
    })
    .reply(200, { token_type: 'Bearer', access_token: token, expires_in: expiresIn });

export interface Bench {
  readonly connector: Connector;
  readonly clock: ManualClock;
  close(): Promise<void>;
}

/** A connector on an empty store that waits without jitter. */
export const createBench = async (
  options: { clock?: ManualClock; after?: After; log?: typeof silentLog } = {},
): Promise<Bench> => {
  const { clock = createManualClock(), after = realAfter, log = silentLog } = options;
  const random = () => 0;
  const http = createHttp({ clock, log, random });
  const database = await openDatabase<Tables>('sqlite::memory:', connectorMigrations);
  const connector = createConnector({
    http,
    trust: channelTrust('public', tenantId),
    appId,
    credential: clientSecret(appId, 'the password'),
    tenantId,
    limits: () => defaultChannelLimits,
    database,
    clock,
    log,
    random,
    after,
  });
  return {
    connector,
    clock,
    async close() {
      await http.close();
      await database.close();
    },
  };
};

/** A new connector for each test, which can send no request but to nock. */
export const benchPerTest = (): Omit<Bench, 'close'> => {
  strictNock();
  let bench: Bench;
  beforeEach(async () => {
    bench = await createBench();
  });
  afterEach(() => bench.close());
  return {
    get connector() {
      return bench.connector;
    },
    get clock() {
      return bench.clock;
    },
  };
};

/** What a promise was rejected with. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  );
