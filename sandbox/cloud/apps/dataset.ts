import type { Selectable } from 'kysely';
import { z } from 'zod';
import { cloud } from '../../world.ts';
import { creating, key, optionalInteger, optionalText, type RowsOf, text, unique } from '../columns.ts';
import type { Dataset } from '../dataset.ts';
import type { World } from '../operation.ts';
import type { VendorTables } from '../tables.ts';
import { type ControlRoute, parseBody } from '../web/exchange.ts';
import { apps } from './apps.ts';
import { demoTokens, listTokens, makeTokens, permanentTokens, revokeToken } from './tokens.ts';

const tables = {
  /** Owner, app and e-mail as first written; compared in any case. */
  app_users: { owner: text, app: text, email: text, role: text },
  app_tokens: {
    id: key,
    name: text,
    /** The value is shown once and not stored. */
    digest: unique,
    kind: text,
    access: text,
    /** Name of the account that created it. */
    account: text,
    /** Of an app token. */
    owner: optionalText,
    app: optionalText,
    revoked_at: optionalInteger,
  },
};

declare module '../tables.ts' {
  interface VendorTables extends RowsOf<typeof tables> {}
}

export type TokenRow = Selectable<VendorTables['app_tokens']>;

/** Who uses which app, and the API tokens (spec/3, App-management tokens). */
export const appsDataset: Dataset = {
  name: 'app-management',
  migrations: { 'app-management-001': creating(tables, { app_users: ['owner', 'app', 'email'] }) },
  async seed(trx) {
    await trx.deleteFrom('app_users').execute();
    await trx.deleteFrom('app_tokens').execute();
    const rows = apps.flatMap(({ owner, name, users }) =>
      Object.entries(users).map(([email, role]) => ({ owner, app: name, email: email.toLowerCase(), role })),
    );
    await trx.insertInto('app_users').values(rows).execute();
    await trx.insertInto('app_tokens').values(demoTokens()).execute();
  },
  info: () => ({
    appTokens: { full: permanentTokens.full, readOnly: permanentTokens.readOnly },
    appOwner: cloud.apps.wallet.owner,
    app: cloud.apps.wallet.name,
    appUser: cloud.appTester,
  }),
};

const wish = z.strictObject({
  account: z.string(),
  name: z.string().min(1),
  access: z.enum(['full', 'readOnly']),
  /** `owner/name`, for an app token. */
  app: z
    .string()
    .regex(/^[^/]+\/[^/]+$/)
    .optional(),
  count: z.number().int().min(1).max(5_001).default(1),
});
const revocation = z.strictObject({ id: z.string() });

/** Replaces the web interface, where tokens are created and revoked (spec/3, States and transitions). */
export const tokenRoutes = (world: World): Readonly<Record<string, ControlRoute>> => ({
  'GET /__sandbox/app-tokens': async () => ({ tokens: await listTokens(world) }),
  'POST /__sandbox/app-tokens': async (body) => {
    const { app, count, ...rest } = parseBody(wish, body);
    const [owner = '', name = ''] = app?.split('/') ?? [];
    return { tokens: await makeTokens(world, { ...rest, ...(app ? { app: { owner, name } } : {}) }, count) };
  },
  'POST /__sandbox/app-tokens/revoke': async (body) => {
    await revokeToken(world, parseBody(revocation, body).id);
    return { revoked: true };
  },
});
