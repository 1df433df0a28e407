import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { exportJWK, type JWK, SignJWT } from 'jose';
import { startTokenService, TENANT, type TokenService } from './token-service.ts';

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

/**
 * A token service where people sign in, written from Microsoft's pages, OpenID Connect Core and RFC 7636, with no page of its own. Whoever opens its authorize address is the person whom the test names. It checks all that it receives.
 */
export interface PeopleDirectory {
  readonly tokenUrl: string;
  readonly issuer: string;
  readonly requests: readonly string[];
  /** Whoever opens the authorize address from now on. */
  signsIn(next: NextSignIn): void;
  /** In place of a sign-in: the error that the browser brings back. */
  refuses(error: string, description?: string): void;
  /** The token endpoint answers so the next times, or hangs up. */
  fails(...statuses: readonly (number | 'lost')[]): void;
  /** What Teams gets for a person without a sign-in: a token for our application. */
  exchangeToken(next: NextSignIn): Promise<string>;
  close(): Promise<void>;
}

interface DirectoryOptions {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUri: () => string;
  readonly now: () => number;
}

const LIFE_SECONDS = 3_600;
const KEY_ID = 'people-1';
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
  const { clientId, secret, redirectUri, now } = options;
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
      ...{ iss: issuer(), aud: clientId, tid: TENANT, oid: objectId, sub: opaque(), ver: '2.0', uti: opaque() },
      ...{ iat: at, nbf: at, exp: at + LIFE_SECONDS },
      ...(authTime === null ? {} : { auth_time: Math.floor(authTime / 1_000) }),
      ...(acrs.length > 0 ? { acrs } : {}),
      ...more,
      ...claims,
    });
  };

  /** @returns where the browser goes */
  const authorize = async (query: URLSearchParams): Promise<string> => {
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
    const idToken = await tokenFor(next, context, { nonce });
    back.searchParams.set('code', service.issueCode({ idToken, challenge, redirectUri: redirectUri() }));
    return back.href;
  };

  const service: TokenService = await startTokenService(async ({ path, query }) => {
    if (path === `/${TENANT}/discovery/v2.0/keys`)
      return { status: 200, body: { keys: [await publishedKey({ issuer: issuer() })] } };
    if (path !== `/${TENANT}/oauth2/v2.0/authorize`) return undefined;
    return authorize(query).then(
      (location) => ({ status: 302, body: {}, headers: { location } }),
      ({ message }: Error) => ({ status: 400, body: { error: 'invalid_request', error_description: message } }),
    );
  });
  service.know({ clientId, secrets: [secret] });
  const issuer = (): string => `${service.url}/${TENANT}/v2.0`;

  return {
    tokenUrl: service.tokenUrl,
    issuer: issuer(),
    get requests() {
      return service.received.map(({ path }) => path);
    },
    signsIn(signing) {
      next = signing;
      refusal = undefined;
    },
    refuses(error, description = '') {
      refusal = { error, description };
    },
    fails: (...statuses) =>
      service.failWith(...statuses.map((status) => (status === 'lost' ? status : { status, body: {} }))),
    exchangeToken: (signing) => tokenFor(signing, undefined, { scp: 'access_as_user' }),
    close: service.close,
  };
};
