import { importJWK, SignJWT } from 'jose';
import { type Clock, HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import { ALGORITHM, publicPart, type SigningKey, signingKeyMaker } from '../../signing-key.ts';
import { sandboxBot } from '../../world.ts';
import { json, type Route } from '../http/answer.ts';
import type { Store } from '../store/store.ts';

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
  const kept = JSON.parse(await store.secret('signing-key', keyOfProcess)) as SigningKey;
  const privateKey = await importJWK(kept, ALGORITHM);
  const issuer = `${url}/channel`;
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
        handle: () => json(200, { keys: [{ ...publicPart(kept), endorsements: ['msteams'] }] }),
      },
    ],
  };
};

const keyOfProcess = signingKeyMaker();
