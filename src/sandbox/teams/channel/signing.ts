import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { type Clock, HOUR, SECOND } from '../../../lib/clock.ts';
import { sandboxBot } from '../../world.ts';
import { json, type Route } from '../http/answer.ts';
import type { Store } from '../store/store.ts';

const ALGORITHM = 'RS256';

export interface Signing {
  readonly issuer: string;
  readonly openIdUrl: string;
  /** The value of an Authorization header, valid for one hour; `serviceUrl` becomes its claim. */
  authorization(serviceUrl: string): Promise<string>;
  /** The OpenID document and the public keys. */
  readonly routes: readonly Route[];
}

/** The channel's identity: a key created at the first start and stored, published as the Bot Framework publishes its own. */
export const createSigning = async (url: string, store: Store, clock: Clock): Promise<Signing> => {
  const kept = JSON.parse(await store.secret('signing-key', keyOfProcess)) as JWK & { kid: string };
  const privateKey = await importJWK(kept, ALGORITHM);
  const issuer = `${url}/channel`;
  const publicKey = { kty: kept.kty, n: kept.n, e: kept.e, kid: kept.kid, use: 'sig', alg: ALGORITHM };
  const keysUrl = `${issuer}/.well-known/keys`;
  const seconds = (ms: number): number => Math.floor(ms / SECOND);
  return {
    issuer,
    openIdUrl: `${issuer}/.well-known/openidconfiguration`,
    authorization: async (serviceUrl) => {
      const now = clock.now();
      const token = await new SignJWT({ serviceurl: serviceUrl })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: kept.kid })
        .setIssuer(issuer)
        .setAudience(sandboxBot.appId)
        .setNotBefore(seconds(now))
        .setExpirationTime(seconds(now + HOUR))
        .sign(privateKey);
      return `Bearer ${token}`;
    },
    routes: [
      {
        method: 'GET',
        path: '/channel/.well-known/openidconfiguration',
        handle: () =>
          json(200, {
            issuer,
            jwks_uri: keysUrl,
            authorization_endpoint: `${issuer}/authorize`,
            id_token_signing_alg_values_supported: [ALGORITHM],
            token_endpoint_auth_methods_supported: ['private_key_jwt'],
          }),
      },
      {
        method: 'GET',
        path: '/channel/.well-known/keys',
        handle: () => json(200, { keys: [{ ...publicKey, endorsements: ['msteams'] }] }),
      },
    ],
  };
};

let made: Promise<string> | undefined;

/** The key for a new store. Two channels of one process share it: creating a key takes half of the start. */
const keyOfProcess = (): Promise<string> => {
  made ??= makeKey();
  return made;
};

const makeKey = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2_048, extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
};
