import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { exportJWK, SignJWT } from 'jose';
import type { Authority } from './certificates.ts';
import { listenLocally } from './local-server.ts';

/** A request that came to the cloud. */
interface CloudRequest {
  readonly method: string;
  /** With its host, without its query. */
  readonly address: string;
  readonly body: string;
}

/** Sign-in, keys, Connector, management and translator of one cloud, behind one certificate. */
export interface CloudServer {
  readonly port: number;
  readonly requests: readonly CloudRequest[];
  /** Waits until a request came whose line `METHOD address` has these words. */
  arrived(words: string): Promise<CloudRequest>;
  /** The Authorization of a delivery by this cloud's channel. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

export const createCloudServer = async (authority: Authority, hosts: readonly string[]): Promise<CloudServer> => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', use: 'sig', endorsements: ['msteams'] };
  const requests: CloudRequest[] = [];
  const waiting = new Set<() => void>();

  const answerTo = ({ method, address }: CloudRequest): unknown => {
    const { host, pathname } = new URL(address);
    if (pathname.endsWith('/openidconfiguration')) return { jwks_uri: `https://${host}/v1/.well-known/keys` };
    if (pathname.endsWith('/keys')) return { keys: [jwk] };
    if (pathname.endsWith('/token')) return { access_token: `token-of-${host}`, expires_in: 3_600 };
    if (pathname.endsWith('/translate'))
      return [{ detectedLanguage: { language: 'en', score: 1 }, translations: [{ text: 'Guten Morgen', to: 'de' }] }];
    return method === 'POST' ? { id: '1772442000001' } : { value: [] };
  };

  const server = createServer(authority.issue(hosts), async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    const address = `https://${headers.host}${url.split('?', 1)[0]}`;
    const body = Buffer.concat(await request.toArray()).toString();
    const arrived = { method, address, body };
    requests.push(arrived);
    for (const look of waiting) look();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answerTo(arrived)));
  });
  const { port, close } = await listenLocally(server);

  return {
    port,
    close,
    requests,
    arrived: (words) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = requests.find(({ method, address }) => `${method} ${address}`.includes(words));
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    sign: async (claims) =>
      `Bearer ${await new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: jwk.kid })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(keys.privateKey)}`,
  };
};
