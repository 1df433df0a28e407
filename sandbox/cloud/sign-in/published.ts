import type { IncomingMessage, ServerResponse } from 'node:http';
import { ALGORITHM } from '../../signing-key.ts';
import { tenantId } from '../../world.ts';
import { DROPPED, throughWireFaults } from '../faults/wire.ts';
import type { World } from '../operation.ts';
import { nested, Refusal } from '../refusal.ts';
import { drop, sendJson } from '../web/exchange.ts';
import { onLoopback } from '../web/loopback.ts';
import { SignInRefusal, signInBusy, signInError } from './refusals.ts';
import type { Signing } from './signing.ts';

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
