import { createHash } from 'node:crypto';
import { MINUTE } from '../../../src/platform/lib/clock.ts';
import type { World } from '../operation.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { SignInRefusal } from './refusals.ts';

/** How long a code can be redeemed. */
const LIFE = 10 * MINUTE;

/** A sign-in that a person completed for a program. */
export interface CompletedSignIn {
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
      if (!row) throw new SignInRefusal(9002313);
      const signIn = JSON.parse(row.sign_in) as CompletedSignIn;
      checkRedemption(signIn.request, redemption);
      if (row.redeemed_at !== null) throw new SignInRefusal(54005);
      if (row.expires_at <= clock.now()) throw new SignInRefusal(70008);
      await trx.updateTable('sign_in_codes').set({ redeemed_at: clock.now() }).where('code', '=', code).execute();
      return signIn;
    }),
});

const checkRedemption = (
  { clientId, redirectUri, challenge }: AuthorizationRequest,
  given: Omit<Redemption, 'code'>,
): void => {
  if (clientId.toLowerCase() !== given.clientId.toLowerCase()) throw new SignInRefusal(70000);
  if (redirectUri !== given.redirectUri) throw new SignInRefusal(500112, given.redirectUri);
  const digest = createHash('sha256')
    .update(given.verifier ?? '')
    .digest('base64url');
  if (challenge === undefined ? given.verifier !== undefined : digest !== challenge) throw new SignInRefusal(501481);
};
