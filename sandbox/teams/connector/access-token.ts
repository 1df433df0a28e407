import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { type Clock, HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import { sandboxBot } from '../../world.ts';
import { type Answer, type Call, json, Problem, type Route } from '../http/answer.ts';
import type { Store } from '../store/store.ts';

export const CONNECTOR_SCOPE = 'https://api.botframework.com/.default';
export const TOKEN_PATH = '/channel/oauth2/v2.0/token';
const AUDIENCE = 'https://api.botframework.com';
const LIFE_SECONDS = HOUR / SECOND;

export interface AccessTokens {
  readonly url: string;
  readonly route: Route;
  /** @throws Problem 401 unless the call has a valid token of ours */
  check(call: Call): Promise<void>;
}

/** The sign-in service for the bot's calls to the Connector. Its tokens differ from the channel's own. */
export const createAccessTokens = async (url: string, store: Store, clock: Clock): Promise<AccessTokens> => {
  const secret = await store.secret('access-token', async () => randomBytes(32).toString('base64url'));
  const key = Buffer.from(secret, 'base64url');
  const issue = async (call: Call): Promise<Answer> => {
    const problem = whatIsWrong(await call.form());
    if (problem) return json(problem.status, { error: problem.error, error_description: problem.description });
    const now = Math.floor(clock.now() / SECOND);
    const token = await new SignJWT({ appid: sandboxBot.appId })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFE_SECONDS)
      .sign(key);
    return json(200, {
      token_type: 'Bearer',
      expires_in: LIFE_SECONDS,
      ext_expires_in: LIFE_SECONDS,
      access_token: token,
    });
  };
  return {
    url: `${url}${TOKEN_PATH}`,
    route: { method: 'POST', path: TOKEN_PATH, handle: issue },
    check: async ({ headers }) => {
      const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
      try {
        await jwtVerify(token, key, {
          algorithms: ['HS256'],
          audience: AUDIENCE,
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp'],
        });
      } catch {
        throw new Problem(401, 'Unauthorized', 'Authorization has been denied for this request.', {
          'www-authenticate': 'Bearer',
        });
      }
    },
  };
};

const whatIsWrong = (form: URLSearchParams): { status: number; error: string; description: string } | undefined => {
  if (form.get('grant_type') !== 'client_credentials') {
    return { status: 400, error: 'unsupported_grant_type', description: 'Only client_credentials is answered.' };
  }
  if (form.get('client_id') !== sandboxBot.appId || form.get('client_secret') !== sandboxBot.appPassword) {
    return { status: 401, error: 'invalid_client', description: 'The app id or its password is wrong.' };
  }
  if (form.get('scope') !== CONNECTOR_SCOPE) {
    return { status: 400, error: 'invalid_scope', description: `The scope must be ${CONNECTOR_SCOPE}.` };
  }
  return undefined;
};
