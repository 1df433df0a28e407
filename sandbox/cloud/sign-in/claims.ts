import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import { type SandboxPerson, tenantId } from '../../world.ts';
import { Refusal, type World } from '../operation.ts';
import { type ControlRoute, parseBody } from '../web/exchange.ts';
import { findAccount } from './accounts.ts';
import { registrationOfUri } from './authorization-request.ts';
import type { Signing } from './signing.ts';

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

/** The client that Teams asks for tokens with (learn.microsoft.com: Teams tab SSO, authorized client applications). */
const TEAMS_CLIENT = '1fec8e78-bce4-4aaf-ab1b-5451cc387264';

const wish = z.strictObject({
  person: z.string(),
  /** The application ID URI of the program that the token is for. */
  uri: z.string(),
  authTime: z.iso.datetime({ offset: true }),
  acrs: z.array(z.string()).default([]),
});

/** In the place of Teams' own sign-in: what the client of somebody who is signed in gets for a bot, without asking them. */
export const singleSignOnRoutes = (deps: {
  readonly world: World;
  readonly signing: Signing;
  readonly issuer: () => string;
}): Readonly<Record<string, ControlRoute>> => ({
  'POST /__sandbox/sso-token': async (body) => {
    const { person, uri, authTime, acrs } = parseBody(wish, body);
    const [account, registration] = [findAccount(person), registrationOfUri(uri)];
    if (!account) throw new Refusal(404, 'NotFound', 'Nobody of this name is in the tenant.');
    if (!registration) throw new Refusal(404, 'NotFound', 'No program has this application ID URI.');
    const about = { account, issuer: deps.issuer(), audience: registration.clientId, authTime: Date.parse(authTime) };
    const caller = { scope: 'access_as_user', client: TEAMS_CLIENT, secret: false };
    return { token: await deps.signing.sign(accessTokenClaims({ ...about, contexts: acrs }, caller, deps.world)) };
  },
});
