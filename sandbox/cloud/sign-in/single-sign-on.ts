import { z } from 'zod';
import type { World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { type ControlRoute, parseBody } from '../web/control.ts';
import { findAccount } from './accounts.ts';
import { accessTokenClaims } from './claims.ts';
import { registrationOfUri } from './registrations.ts';
import type { Signing } from './signing.ts';

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
