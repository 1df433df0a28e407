import { HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
import { type Caller, callers, identities } from '../identities.ts';
import type { MovableClock } from '../movable-clock.ts';
import type { VendorTables } from '../tables.ts';

/** Lifetime of a token, by the sandbox's clock. */
const LIFE = HOUR;

export interface Tokens {
  /** @param token what it reads, where somebody else made it */
  issue(caller: Caller, token?: string): Promise<{ readonly token: string; readonly seconds: number }>;
  /** The caller of an Authorization header; undefined for a missing, unknown or expired token. */
  identify(authorization: string | undefined): Promise<Caller | undefined>;
  /** When the token of an Authorization header ends, in milliseconds since 1970; undefined for an unknown one. */
  expiry(authorization: string | undefined): Promise<number | undefined>;
}

const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

export const createTokens = (db: Db<VendorTables>, clock: MovableClock, ids: Ids): Tokens => ({
  issue: async ({ key }, token = `sandbox.${key}.${ids.opaque()}`) => {
    const row = { token, identity: key, expires_at: clock.now() + LIFE };
    await db.replaceInto('tokens').values(row).execute();
    return { token, seconds: LIFE / SECOND };
  },
  identify: async (authorization) => {
    const token = tokenIn(authorization);
    if (token === undefined) return undefined;
    const fixed = identities.find((identity) => identity.fixedToken === token);
    if (fixed) return fixed;
    const row = await db
      .selectFrom('tokens')
      .select('identity')
      .where('token', '=', token)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    return callers.find(({ key }) => key === row?.identity);
  },
  expiry: async (authorization) => {
    const token = tokenIn(authorization) ?? '';
    const row = await db.selectFrom('tokens').select('expires_at').where('token', '=', token).executeTakeFirst();
    return row?.expires_at;
  },
});
