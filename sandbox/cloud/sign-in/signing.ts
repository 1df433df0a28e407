import type { IncomingMessage, ServerResponse } from 'node:http';
import { importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import { ALGORITHM, publicPart, type SigningKey, signingKeyMaker } from '../../signing-key.ts';
import { tenantId } from '../../world.ts';
import { DROPPED, throughWireFaults } from '../faults/wire.ts';
import { nested, Refusal, type World } from '../operation.ts';
import { drop, onLoopback, sendJson } from '../web/exchange.ts';
import { SignInRefusal, signInBusy, signInError } from './refusals.ts';

const SETTING = 'sign-in-key';
const keyOfProcess = signingKeyMaker();

/** The key of the sign-in service, made at its first use and stored. */
export interface Signing {
  /** As published at the keys' address. */
  keys(): Promise<{ readonly keys: readonly object[] }>;
  /** A token for others, with these claims and no more. */
  sign(claims: JWTPayload): Promise<string>;
  /** Something for this service itself, which comes back through a browser. @param purpose nothing else opens it */
  seal(purpose: string, content: JWTPayload, lifeMs: number): Promise<string>;
  /** What was sealed; undefined for anything else, and after its time. */
  open(purpose: string, sealed: string): Promise<JWTPayload | undefined>;
}

/** Times in tokens are the caller's: who checks a token compares it with a clock that nobody moves here. */
export const createSigning = ({
  store: { db },
  clock: { callers: clock },
}: Pick<World, 'store' | 'clock'>): Signing => {
  let loaded: Promise<SigningKey> | undefined;
  const load = async (): Promise<SigningKey> => {
    const stored = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
    const value = stored?.value ?? (await keyOfProcess());
    if (!stored) await db.replaceInto('settings').values({ name: SETTING, value }).execute();
    return JSON.parse(value) as SigningKey;
  };
  const key = (): Promise<SigningKey> => {
    loaded ??= load();
    return loaded;
  };
  const sign: Signing['sign'] = async (claims) => {
    const own = await key();
    return new SignJWT(claims)
      .setProtectedHeader({ typ: 'JWT', alg: ALGORITHM, kid: own.kid })
      .sign(await importJWK(own, ALGORITHM));
  };
  return {
    keys: async () => ({ keys: [publicPart(await key())] }),
    sign,
    seal: (purpose, content, lifeMs) =>
      sign({ ...content, aud: `sandbox:${purpose}`, exp: Math.floor((clock.now() + lifeMs) / SECOND) }),
    open: async (purpose, sealed) => {
      const options = { audience: `sandbox:${purpose}`, algorithms: [ALGORITHM], currentDate: new Date(clock.now()) };
      const own = await importJWK(publicPart(await key()), ALGORITHM);
      return jwtVerify(sealed, own, options).then(
        ({ payload }) => payload,
        () => undefined,
      );
    },
  };
};

const CONFIGURATION_PATH = `/${tenantId}/v2.0/.well-known/openid-configuration`;
const KEYS_PATH = `/${tenantId}/discovery/v2.0/keys`;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What the sign-in service publishes about itself (OpenID Connect Discovery), by path. */
export const createPublisher = (deps: {
  readonly world: World;
  readonly signing: Signing;
  readonly issuer: () => string;
  readonly url: () => string;
  readonly ended: AbortSignal;
}): Readonly<Record<string, Handler>> => {
  const { world, signing, issuer, url, ended } = deps;

  const publish = (document: () => Promise<unknown>): Handler =>
    onLoopback(async (request, response) => {
      try {
        if (request.method !== 'GET') throw new Refusal(405, 'invalid_request', 'Use GET.');
        const wire = { operation: 'keys', ended, busy: signInBusy } as const;
        const answer = await throughWireFaults(world, wire, document);
        if (answer === DROPPED) drop(response);
        else sendJson(response, 200, answer, { 'cache-control': 'max-age=86400, private' });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const body = error instanceof SignInRefusal ? signInError(error, request, world) : nested(error);
        sendJson(response, error.status, body, error.headers);
      }
    });

  return {
    [CONFIGURATION_PATH]: publish(async () => ({
      token_endpoint: `${url()}/${tenantId}/oauth2/v2.0/token`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      jwks_uri: `${url()}${KEYS_PATH}`,
      response_modes_supported: ['query'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: [ALGORITHM],
      response_types_supported: ['code'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      issuer: issuer(),
      authorization_endpoint: `${url()}/${tenantId}/oauth2/v2.0/authorize`,
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'auth_time',
        'acr',
        'nonce',
        'preferred_username',
        'name',
        'tid',
        'ver',
      ],
    })),
    [KEYS_PATH]: publish(() => signing.keys()),
  };
};
