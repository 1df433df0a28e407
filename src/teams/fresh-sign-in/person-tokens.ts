import type { AccessGrant } from '#platform/identity/authorization-code.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { type Clock, HOUR, iso, MINUTE } from '#platform/lib/clock.ts';
import type { Secret } from '#platform/lib/secret.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { forgetTokenLater } from './fresh-sign-ins.ts';
import { type FreshSignIn, LIFE_MS } from './store.ts';
import type { TokenKeys } from './token-keys.ts';

/** The encrypted tokens with which calls are sent in the approvers' names, from the sign-in to the end of the change. */
export interface PersonTokens {
  /** The service that they are for, as the directory wants it named. */
  readonly scope: string;
  /** Keeps what a sign-in brought, in the transaction that marks it signed. */
  keep(trx: Trx, signIn: Pick<FreshSignIn, 'id' | 'change'>, grant: AccessGrant): Promise<void>;
  /** From now on the change is sent with the token of this sign-in: an earlier one of it is forgotten. */
  adopt(trx: Trx, signIn: string, change: string): Promise<void>;
  /** The token of this sign-in is of no use: its approval did not complete the change. */
  forget(trx: Trx, signIn: string): Promise<void>;
  /** The change has ended, or its token was refused. */
  forgetOf(trx: Trx, change: string): Promise<void>;
  /** @returns undefined where there is none that still counts for a minute */
  find(change: string): Promise<Secret | undefined>;
}

export interface PersonTokensDeps {
  readonly db: Db;
  readonly keys: TokenKeys;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly clock: Clock;
  /** Address of the management API, without a slash at the end. */
  readonly baseUrl: string;
}

/** A call may take that long. */
const SHORTEST_MS = MINUTE;
/** However long the directory lets one live. */
const LONGEST_MS = HOUR;

export const createPersonTokens = ({ db, keys, jobs, clock, baseUrl }: PersonTokensDeps): PersonTokens => ({
  // Authentication (docs/sources.md, Sign-in): what a person lets a program do in their name.
  scope: `${baseUrl}/user_impersonation`,

  async keep(trx, { id, change }, { token, lifeMs }) {
    const endsAt = clock.now() + Math.min(lifeMs, LONGEST_MS);
    await trx
      .insertInto('person_tokens')
      .values({
        sign_in_id: id,
        change_id: change,
        adopted: 0,
        expires_at: iso(endsAt),
        sealed: keys.seal(token, boundTo(id, change)),
      })
      .execute();
    const dueAt = Math.min(endsAt, clock.now() + LIFE_MS);
    await jobs.schedule(trx, forgetTokenLater(id, dueAt));
  },

  async adopt(trx, signIn, change) {
    await trx.deleteFrom('person_tokens').where('change_id', '=', change).where('sign_in_id', '<>', signIn).execute();
    await trx
      .updateTable('person_tokens')
      .set({ adopted: 1 })
      .where('sign_in_id', '=', signIn)
      .where('change_id', '=', change)
      .execute();
  },

  async forget(trx, signIn) {
    await trx.deleteFrom('person_tokens').where('sign_in_id', '=', signIn).execute();
  },

  async forgetOf(trx, change) {
    await trx.deleteFrom('person_tokens').where('change_id', '=', change).execute();
  },

  async find(change) {
    const row = await db
      .selectFrom('person_tokens')
      .select(['sign_in_id', 'sealed'])
      .where('change_id', '=', change)
      .where('adopted', '=', 1)
      .where('expires_at', '>', iso(clock.now() + SHORTEST_MS))
      .executeTakeFirst();
    return row && keys.open(row.sealed, boundTo(row.sign_in_id, change));
  },
});

const boundTo = (signIn: string, change: string): string => `${signIn} ${change}`;
