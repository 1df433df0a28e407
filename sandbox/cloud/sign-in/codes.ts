import { createHash } from 'node:crypto';
import { MINUTE } from '../../../src/platform/lib/clock.ts';
import { tenantId } from '../../world.ts';
import { signedIn } from '../identities.ts';
import type { World } from '../operation.ts';
import { findAccount } from './accounts.ts';
import { type AuthorizationRequest, DELEGATED, type Registration } from './authorization-request.ts';
import { type About, accessTokenClaims, idTokenClaims, LIFE_SECONDS } from './claims.ts';
import { SignInRefusal } from './refusals.ts';
import type { Signing } from './signing.ts';
import type { Tokens } from './tokens.ts';

/** How long a code can be redeemed. */
const LIFE = 10 * MINUTE;

/** A sign-in that a person completed for a program. */
interface CompletedSignIn {
  readonly request: AuthorizationRequest;
  /** Object id. */
  readonly account: string;
  /** When they last proved who they are, in milliseconds since 1970. */
  readonly authTime: number;
  readonly secondFactor: boolean;
}

/** What a program brings beside its code. */
interface Redemption {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string | undefined;
}

/** Authorization codes (RFC 6749, 4.1): each is for one program, one address and one use. */
export interface Codes {
  issue(signIn: CompletedSignIn): Promise<string>;
  /** @throws SignInRefusal; a refused code can be tried again with the right values */
  redeem(redemption: Redemption): Promise<CompletedSignIn>;
}

export const createCodes = ({ store, clock, ids }: Pick<World, 'store' | 'clock' | 'ids'>): Codes => ({
  issue: async (signIn) => {
    const code = `1.${ids.opaque()}${ids.opaque()}`;
    const row = { code, sign_in: JSON.stringify(signIn), expires_at: clock.now() + LIFE, redeemed_at: null };
    await store.db.insertInto('sign_in_codes').values(row).execute();
    return code;
  },
  redeem: (redemption) =>
    store.transaction(async (trx) => {
      const { code } = redemption;
      const row = await trx.selectFrom('sign_in_codes').selectAll().where('code', '=', code).executeTakeFirst();
      if (!row) throw new SignInRefusal('9002313');
      const signIn = JSON.parse(row.sign_in) as CompletedSignIn;
      checkRedemption(signIn.request, redemption);
      if (row.redeemed_at !== null) throw new SignInRefusal('54005');
      if (row.expires_at <= clock.now()) throw new SignInRefusal('70008');
      await trx.updateTable('sign_in_codes').set({ redeemed_at: clock.now() }).where('code', '=', code).execute();
      return signIn;
    }),
});

const checkRedemption = (
  { clientId, redirectUri, challenge }: AuthorizationRequest,
  given: Omit<Redemption, 'code'>,
): void => {
  if (clientId.toLowerCase() !== given.clientId.toLowerCase()) throw new SignInRefusal('70000');
  if (redirectUri !== given.redirectUri) throw new SignInRefusal('500112', given.redirectUri);
  const digest = createHash('sha256')
    .update(given.verifier ?? '')
    .digest('base64url');
  if (challenge === undefined ? given.verifier !== undefined : digest !== challenge) throw new SignInRefusal('501481');
};

/** Microsoft Graph, whose token everybody gets who asks for no other service. */
const GRAPH = '00000003-0000-0000-c000-000000000000';

interface CodeGrantDeps {
  readonly codes: Codes;
  readonly tokens: Tokens;
  readonly signing: Signing;
  readonly world: Pick<World, 'clock' | 'ids' | 'faults'>;
  readonly issuer: () => string;
}

/** Redeems a code for an ID token, and for an access token in the person's name (RFC 6749, 4.1.3; OpenID Connect Core, 3.1.3). */
export const createCodeGrant =
  ({ codes, tokens, signing, world, issuer }: CodeGrantDeps) =>
  async ({ clientId }: Registration, form: URLSearchParams): Promise<Readonly<Record<string, unknown>>> => {
    for (const name of ['code', 'redirect_uri']) if (!form.get(name)) throw new SignInRefusal('900144', name);
    const signIn = await codes.redeem({
      code: form.get('code') ?? '',
      clientId,
      redirectUri: form.get('redirect_uri') ?? '',
      verifier: form.get('code_verifier') ?? undefined,
    });
    const { scopes, nonce, contexts } = signIn.request;
    const { account, authTime, given } = afterFaults(signIn, world);
    const about = (audience: string, asked: readonly string[]): About => ({
      account,
      issuer: issuer(),
      audience,
      authTime,
      contexts: given ? asked : [],
    });
    const [, service, right = ''] = scopes.map((scope) => DELEGATED.exec(scope)).find(Boolean) ?? [];
    const scope = service === undefined ? scopes.join(' ') : right.replace('.default', 'user_impersonation');
    // MSAL's `homeAccountId`.
    const whose = JSON.stringify({ uid: account.objectId, utid: tenantId });
    const access = await signing.sign(
      accessTokenClaims(
        about(service ?? GRAPH, contexts.accessToken),
        { scope, client: clientId, secret: true },
        world,
      ),
    );
    if (service !== undefined) await tokens.issue(signedIn(account, signIn.secondFactor), access);
    return {
      token_type: 'Bearer',
      scope: service === undefined ? scope : scopes.join(' '),
      expires_in: LIFE_SECONDS,
      ext_expires_in: LIFE_SECONDS,
      access_token: access,
      ...(form.get('client_info') === '1' ? { client_info: Buffer.from(whose).toString('base64url') } : {}),
      ...(scopes.includes('openid')
        ? { id_token: await signing.sign(idTokenClaims(about(clientId, contexts.idToken), nonce, world)) }
        : {}),
    };
  };

const afterFaults = ({ account: id, authTime }: CompletedSignIn, { faults }: Pick<World, 'faults'>) => {
  const account = findAccount(id);
  if (!account) throw new SignInRefusal('70000');
  const old = faults.take('auth-time-old', 'token');
  return { account, authTime: authTime - (old?.ms ?? 0), given: faults.take('acrs-missing', 'token') === undefined };
};
