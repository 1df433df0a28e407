import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listenLocally } from '../../../test/support/local-server.ts';
import { eligibleRoles } from './eligible-roles.ts';
import { app, trustOf } from './world.ts';

/** Everything that both servers speak to, in the process of the load: the Connector, the sign-in and the vendor. */
export interface RemoteServices {
  readonly origin: string;
  /** The Authorization header of the channel, good for an hour. */
  authorization(): Promise<string>;
  /** Takes what has been posted since the last time. */
  takeReplies(): string[];
  stop(): Promise<void>;
}

const HOUR_S = 3_600;
const KEY_ID = 'bench';

export const startRemoteServices = async (): Promise<RemoteServices> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: 2_048 });
  const key = { ...(await exportJWK(publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256', endorsements: ['msteams'] };
  let replies: string[] = [];

  const answerTo = async (request: IncomingMessage): Promise<string> => {
    const { url = '' } = request;
    const body = (await buffer(request)).toString('utf8');
    if (url.startsWith('/v3/conversations/')) {
      replies.push(body);
      return JSON.stringify({ id: `1:${replies.length}` });
    }
    if (url.includes('/roleEligibilitySchedules?')) return eligibleRoles.answer;
    if (url === '/token') return JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: HOUR_S });
    if (url === '/channel/openid') return JSON.stringify({ jwks_uri: `${origin}/channel/keys` });
    if (url === '/channel/keys') return JSON.stringify({ keys: [key] });
    throw new Error(`nobody answers ${url}`);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await answerTo(request);
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  };

  const server = createServer((request, response) => void answer(request, response));
  server.keepAliveTimeout = 60_000;
  const { url: origin, close } = await listenLocally(server);
  return {
    origin,
    async authorization() {
      const token = await new SignJWT({ serviceurl: `${origin}/` })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })
        .setIssuer(trustOf(origin).issuer)
        .setAudience(app.id)
        .setIssuedAt()
        .setNotBefore('0s')
        .setExpirationTime('1h')
        .sign(privateKey);
      return `Bearer ${token}`;
    },
    takeReplies() {
      const taken = replies;
      replies = [];
      return taken;
    },
    stop: close,
  };
};
