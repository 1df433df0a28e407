import { createHash } from 'node:crypto';
import { cloud } from '../../world.ts';
import { Refusal, type World } from '../operation.ts';
import type { VendorTables } from '../tables.ts';
import { type Account, type App, type AppRole, accounts, roleOf, steward } from './apps.ts';
import type { TokenRow } from './dataset.ts';

const MOST_TOKENS = 5_000;
const ROWS_AT_ONCE = 500;

/** A person's choices in the web interface. */
interface TokenWish {
  /** Name of the account that creates it. */
  readonly account: string;
  readonly name: string;
  readonly access: 'full' | 'readOnly';
  /** Of an app token; a user token has none. */
  readonly app?: { readonly owner: string; readonly name: string };
}

const { owner, name: app } = cloud.apps.wallet;

/** Fixed values in every run: two app tokens of one app, and two user tokens of the bot's account. */
export const permanentTokens = {
  full: 'sandbox-app-token-full',
  readOnly: 'sandbox-app-token-read-only',
  userFull: 'sandbox-user-token-full',
  userReadOnly: 'sandbox-user-token-read-only',
} as const;

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const row = (id: string, token: string, wish: TokenWish): VendorTables['app_tokens'] => ({
  id,
  name: wish.name,
  digest: digestOf(token),
  kind: wish.app ? 'app' : 'user',
  access: wish.access,
  account: wish.account,
  owner: wish.app?.owner ?? null,
  app: wish.app?.name ?? null,
  revoked_at: null,
});

/** The tokens of the demo data. */
export const demoTokens = (): VendorTables['app_tokens'][] => {
  const by = { account: steward.name, name: 'Steward' };
  const wallet = { owner, name: app };
  return [
    row('app-full', permanentTokens.full, { ...by, access: 'full', app: wallet }),
    row('app-read-only', permanentTokens.readOnly, { ...by, access: 'readOnly', app: wallet }),
    row('user-full', permanentTokens.userFull, { ...by, access: 'full' }),
    row('user-read-only', permanentTokens.userReadOnly, { ...by, access: 'readOnly' }),
  ];
};

/** The token with this value, unless it is revoked. */
export const findToken = ({ store }: World, token: string): Promise<TokenRow | undefined> =>
  store.db
    .selectFrom('app_tokens')
    .selectAll()
    .where('digest', '=', digestOf(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

export const tokenById = ({ store }: World, id: string): Promise<TokenRow> =>
  store.db.selectFrom('app_tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** @throws TypeError for a token without an account, which cannot be created */
export const accountOf = (token: TokenRow): Account => {
  const account = accounts.find(({ name }) => name === token.account);
  if (account) return account;
  throw new TypeError('a token without an account');
};

/**
 * Creates tokens. Only this answer has their values.
 * @throws Refusal for an unknown account, an account without the right, and more than 5000 tokens of an account
 */
export const makeTokens = async (
  world: World,
  wish: TokenWish,
  count: number,
): Promise<readonly { readonly id: string; readonly token: string }[]> => {
  const account = accounts.find(({ name }) => name === wish.account);
  if (!account) throw new Refusal(404, 'NotFound', `There is no account '${wish.account}'.`);
  await checkMaker(world, wish, account);
  const made = Array.from({ length: count }, () => ({ id: world.ids.guid(), token: `sandbox-${world.ids.opaque()}` }));
  await world.store.transaction(async (trx) => {
    const { held } = await trx
      .selectFrom('app_tokens')
      .select(({ fn }) => fn.countAll<number>().as('held'))
      .where('account', '=', account.name)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(held) + count > MOST_TOKENS)
      throw new Refusal(409, 'Conflict', `An account holds at most ${MOST_TOKENS} API tokens.`);
    const rows = made.map(({ id, token }) => row(id, token, wish));
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await trx
        .insertInto('app_tokens')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .execute();
  });
  return made;
};

/** Managers create Full Access app tokens, Developers also Read-Only ones; every account creates its user tokens. */
const checkMaker = async (world: World, { app: of, access }: TokenWish, { email }: Account): Promise<void> => {
  if (!of) return;
  const role = await roleOf(world, of, email);
  if (role === 'Manager' || (role === 'Developer' && access === 'readOnly')) return;
  throw new Refusal(403, 'Forbidden', 'Only Managers make Full Access app tokens, Managers and Developers Read-Only.');
};

/** Tokens without their values, as the web interface lists them. */
export const listTokens = async ({ store }: World) => {
  const rows = await store.db.selectFrom('app_tokens').selectAll().orderBy('id').execute();
  return rows.map(({ id, name, kind, access, account, owner: of, app: appName, revoked_at }) => ({
    ...{ id, name, kind, access, account },
    ...(of === null ? {} : { app: `${of}/${appName}` }),
    revoked: revoked_at !== null,
  }));
};

export const revokeToken = async ({ store, clock }: World, id: string): Promise<void> => {
  const { numUpdatedRows } = await store.db
    .updateTable('app_tokens')
    .set({ revoked_at: clock.now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal(404, 'NotFound', 'There is no such token.');
};

/** A token's role in an app: an app token's in its own app, a user token's that of its account. */
export const rightsIn = async (world: World, token: TokenRow, app: App): Promise<AppRole | undefined> => {
  const held =
    token.kind === 'user'
      ? await roleOf(world, app, accountOf(token).email)
      : token.owner === app.owner && token.app === app.name
        ? 'Manager'
        : undefined;
  return held && token.access === 'readOnly' ? 'Viewer' : held;
};

/** The status for missing rights is not documented: 403, or 401 with the fault app-rights. */
export const missingRights = ({ faults }: World, operation: string): Refusal =>
  faults.take('app-rights', operation)
    ? new Refusal(401, 'Unauthorized', 'The API token does not have the rights for this.')
    : new Refusal(403, 'Forbidden', 'The API token does not have the rights for this.');
