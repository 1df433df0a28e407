import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import { type SandboxPerson, tenantId } from '../../world.ts';
import type { World } from '../operation.ts';

/** What every token of a person says, by the program that it is for (learn.microsoft.com: ID token and access token claims). */
export interface About {
  readonly account: SandboxPerson;
  readonly issuer: string;
  readonly audience: string;
  /** When they last proved who they are, in milliseconds since 1970. */
  readonly authTime: number;
  /** Authentication contexts that the token names. */
  readonly contexts: readonly string[];
}

const LIFE = HOUR;

const claimsOf = (
  { account, issuer, audience, authTime, contexts }: About,
  { clock, ids }: Pick<World, 'clock' | 'ids'>,
): JWTPayload => {
  const now = clock.callers.now();
  return {
    aud: audience,
    iss: issuer,
    iat: seconds(now),
    nbf: seconds(now),
    exp: seconds(now + LIFE),
    auth_time: seconds(authTime),
    name: account.name,
    oid: account.objectId,
    preferred_username: account.email,
    // Another one for each program.
    sub: createHash('sha256').update(`${audience} ${account.objectId}`).digest('base64url'),
    tid: tenantId,
    uti: ids.opaque(),
    ver: '2.0',
    ...(contexts.length === 0 ? {} : { acrs: [...contexts] }),
  };
};

export const idTokenClaims = (
  about: About,
  nonce: string | undefined,
  world: Pick<World, 'clock' | 'ids'>,
): JWTPayload => ({ ...claimsOf(about, world), ...(nonce === undefined ? {} : { nonce }) });

/** @param client that calls in the person's place; `secret`: whether it proved itself */
export const accessTokenClaims = (
  about: About,
  { scope, client, secret }: { readonly scope: string; readonly client: string; readonly secret: boolean },
  world: Pick<World, 'clock' | 'ids'>,
): JWTPayload => ({ ...claimsOf(about, world), scp: scope, azp: client, azpacr: secret ? '1' : '0' });

const seconds = (ms: number): number => Math.floor(ms / SECOND);

export const LIFE_SECONDS = LIFE / SECOND;
