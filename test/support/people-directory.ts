import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { exportJWK, type JWK, SignJWT } from 'jose';
import { listenLocally } from './local-server.ts';

/** Who signs in next, and what the directory says of it. */
interface NextSignIn {
  /** Directory object id. */
  readonly objectId: string;
  /** Milliseconds since 1970; the moment of the sign-in where absent, none in the token where null. */
  readonly authTime?: number | null;
  /** The authentication contexts that are met besides the requested one; without `meets` that one is met too. */
  readonly contexts?: readonly string[];
  /** Whether the requested context is met. */
  readonly meets?: boolean;
  /** Claims in place of the right ones; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

interface Pending {
  readonly idToken: Promise<string>;
  readonly challenge: string;
  readonly redirectUri: string;
}

/**
 * A directory where people sign in, on a port of this machine: written from Microsoft's pages, OpenID Connect Core and RFC 7636,
 * with no page of its own. Whoever opens its authorize address is the person whom the test names. It checks all that it receives.
 */
export interface PeopleDirectory {
  readonly tokenUrl: string;
  readonly issuer: string;
  readonly requests: readonly string[];
  /** Whoever opens the authorize address from now on. */
  signsIn(next: NextSignIn): void;
  /** In place of a sign-in: the error that the browser brings back. */
  refuses(error: string, description?: string): void;
  /** The token endpoint answers so the next times, or hangs up; as it should, where nothing is given. */
  fails(...statuses: readonly (number | 'lost')[]): void;
  /** What Teams gets for a person without a sign-in: a token for our application. */
  exchangeToken(next: NextSignIn): Promise<string>;
  close(): Promise<void>;
}

interface DirectoryOptions {
  readonly tenantId: string;
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUri: () => string;
  readonly now: () => number;
}

const LIFE_SECONDS = 3_600;
const KEY_ID = 'people-1';
const s256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
const opaque = (): string => randomBytes(16).toString('base64url');

/** The key of every directory of this process, which costs a while to make. */
export const signingKey = generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** The public half as a directory publishes it. */
export const publishedKey = async (more: Partial<JWK> & { readonly issuer?: string } = {}) => ({
  ...(await exportJWK(signingKey.publicKey)),
  ...{ kid: KEY_ID, use: 'sig' },
  ...more,
});

export const signToken = (claims: Readonly<Record<string, unknown>>): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: KEY_ID }).sign(signingKey.privateKey);

export const startPeopleDirectory = async (options: DirectoryOptions): Promise<PeopleDirectory> => {
  const { tenantId, clientId, secret, redirectUri, now } = options;
  const requests: string[] = [];
  const codes = new Map<string, Pending>();
  const failures: (number | 'lost')[] = [];
  let next: NextSignIn | undefined;
  let refusal: { readonly error: string; readonly description: string } | undefined;

  const tokenFor = (
    { objectId, authTime = now(), contexts = [], meets = true, claims = {} }: NextSignIn,
    wanted: string | undefined,
    more: Readonly<Record<string, unknown>>,
  ): Promise<string> => {
    const at = Math.floor(now() / 1_000);
    const acrs = [...contexts, ...(wanted !== undefined && meets ? [wanted] : [])];
    return signToken({
      ...{ iss: issuer(), aud: clientId, tid: tenantId, oid: objectId, sub: opaque(), ver: '2.0', uti: opaque() },
      ...{ iat: at, nbf: at, exp: at + LIFE_SECONDS },
      ...(authTime === null ? {} : { auth_time: Math.floor(authTime / 1_000) }),
      ...(acrs.length > 0 ? { acrs } : {}),
      ...more,
      ...claims,
    });
  };

  /** @returns where the browser goes */
  const authorize = (query: URLSearchParams): string => {
    const wanted = (name: string, value: string): void => {
      if (query.get(name) !== value) throw new Error(`${name} is ${query.get(name)}`);
    };
    const matches = (name: string, pattern: RegExp): string => {
      const value = query.get(name) ?? '';
      if (!pattern.test(value)) throw new Error(`${name} is ${value}`);
      return value;
    };
    wanted('client_id', clientId);
    wanted('response_type', 'code');
    wanted('response_mode', 'query');
    wanted('redirect_uri', redirectUri());
    wanted('code_challenge_method', 'S256');
    wanted('prompt', 'login');
    if (!['openid', 'profile'].every((scope) => query.get('scope')?.split(' ').includes(scope)))
      throw new Error('scope');
    const challenge = matches('code_challenge', /^[\w-]{43}$/);
    const [state, nonce] = [matches('state', /^.{16,}$/), matches('nonce', /^.{16,}$/)];
    const back = new URL(redirectUri());
    back.searchParams.set('state', state);
    if (refusal) {
      back.searchParams.set('error', refusal.error);
      back.searchParams.set('error_description', refusal.description);
      return back.href;
    }
    if (!next) throw new Error('nobody is there to sign in');
    const claims = query.get('claims');
    const context = claims === null ? undefined : JSON.parse(claims).id_token.acrs.value;
    const code = opaque();
    codes.set(code, { idToken: tokenFor(next, context, { nonce }), challenge, redirectUri: redirectUri() });
    back.searchParams.set('code', code);
    return back.href;
  };

  const redeem = async (form: URLSearchParams): Promise<object> => {
    const pending = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const isRight =
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === secret &&
      pending !== undefined &&
      form.get('redirect_uri') === pending.redirectUri &&
      s256(form.get('code_verifier') ?? '') === pending.challenge;
    if (!pending || !isRight) throw new Error('AADSTS54005: OAuth2 Authorization code was already redeemed.');
    return { token_type: 'Bearer', expires_in: LIFE_SECONDS, access_token: opaque(), id_token: await pending.idToken };
  };

  const answer = async (request: IncomingMessage): Promise<{ status: number; headers?: object; body: string }> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    requests.push(pathname);
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const below = pathname.replace(`/${tenantId}/`, '');
    try {
      if (below === 'discovery/v2.0/keys')
        return { status: 200, body: JSON.stringify({ keys: [await publishedKey({ issuer: issuer() })] }) };
      if (below === 'oauth2/v2.0/authorize')
        return { status: 302, headers: { location: authorize(searchParams) }, body: '' };
      if (below === 'oauth2/v2.0/token') return { status: 200, body: JSON.stringify(await redeem(form)) };
      return { status: 404, body: '{}' };
    } catch (error) {
      const description = (error as Error).message;
      return { status: 400, body: JSON.stringify({ error: 'invalid_grant', error_description: description }) };
    }
  };

  const server = createServer(async (request, response) => {
    const isToken = request.url?.endsWith('/token') === true;
    const failure = isToken ? failures.shift() : undefined;
    if (failure === 'lost') return void request.socket.destroy();
    if (failure !== undefined) {
      response.writeHead(failure);
      return void response.end('{}');
    }
    const { status, headers, body } = await answer(request);
    // Whoever asked may be gone.
    if (response.destroyed) return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });
  const { url, close } = await listenLocally(server);
  const issuer = (): string => `${url}/${tenantId}/v2.0`;

  return {
    tokenUrl: `${url}/${tenantId}/oauth2/v2.0/token`,
    issuer: issuer(),
    requests,
    signsIn(signing) {
      next = signing;
      refusal = undefined;
    },
    refuses(error, description = '') {
      refusal = { error, description };
    },
    fails: (...statuses) => void failures.splice(0, failures.length, ...statuses),
    exchangeToken: (signing) => tokenFor(signing, undefined, { scp: 'access_as_user' }),
    close,
  };
};
