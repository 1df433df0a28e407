import { z } from 'zod';
import type { Db } from '../../../src/platform/storage/database.ts';
import { people } from '../../world.ts';
import { creating, key, optionalText, type RowsOf, text } from '../columns.ts';
import type { Dataset } from '../dataset.ts';
import { Refusal, type World } from '../operation.ts';
import { engineers, nested, others, type Principal } from '../story/directory.ts';
import type { VendorTables } from '../tables.ts';
import { type ControlRoute, parseBody } from '../web/exchange.ts';

const tables = {
  /** Users, groups and service principals of the tenant's directory; whoever was deleted is gone from it. Users have accounts. */
  directory_objects: { id: key, type: text, name: text, account: optionalText, mail: optionalText },
  /** Who is directly in a group: a user, a service principal or another group. */
  directory_members: { group_id: text, member_id: text },
};

declare module '../tables.ts' {
  interface VendorTables extends RowsOf<typeof tables> {}
}

const row = ({ id, name, type, email }: Principal, account = email) => ({
  ...{ id, type, name },
  account: type === 'User' ? (account ?? null) : null,
  mail: type === 'User' ? (email ?? null) : null,
});

/** The tenant's directory as Microsoft Graph shows it: the people of the chat, their colleagues, groups and groups in groups. */
export const directoryDataset: Dataset = {
  name: 'directory',
  migrations: { 'directory-001': creating(tables, { directory_members: ['group_id', 'member_id'] }) },
  async seed(trx) {
    await trx.deleteFrom('directory_members').execute();
    await trx.deleteFrom('directory_objects').execute();
    const chat = Object.values(people).map(({ objectId, name, email, userRole }) =>
      row({ id: objectId, name, type: 'User', email: userRole === 'guest' ? 'ed@contoso.example' : email }, email),
    );
    await trx
      .insertInto('directory_objects')
      .values([...chat, ...[...Object.values(others), engineers].map((principal) => row(principal))])
      .execute();
    const links = Object.entries(nested).flatMap(([group_id, ids]) =>
      ids.map((member_id) => ({ group_id, member_id })),
    );
    await trx.insertInto('directory_members').values(links).execute();
  },
  info: () => ({ groups: { nested: engineers.id, responders: others.responders.id } }),
};

type VendorDb = Db<VendorTables>;
export type DirectoryObject = VendorTables['directory_objects'];

export const findObject = (db: VendorDb, id: string): Promise<DirectoryObject | undefined> =>
  db.selectFrom('directory_objects').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst();

/** Everything in a group, also through other groups: each once, in the order of their ids; groups may be in each other. */
export const transitiveMembers = async (db: VendorDb, group: string): Promise<readonly DirectoryObject[]> => {
  const links = await db.selectFrom('directory_members').selectAll().execute();
  const below = Map.groupBy(links, ({ group_id }) => group_id);
  const found = new Set<string>();
  const visit = (id: string): void => {
    for (const { member_id } of below.get(id) ?? []) {
      if (found.has(member_id) || member_id === group) continue;
      found.add(member_id);
      visit(member_id);
    }
  };
  visit(group.toLowerCase());
  if (found.size === 0) return [];
  return db
    .selectFrom('directory_objects')
    .selectAll()
    .where('id', 'in', [...found])
    .orderBy('id')
    .execute();
};

/** By user principal name or e-mail address, in any case. */
export const usersWith = async (db: VendorDb, account: string, mail: string): Promise<readonly DirectoryObject[]> => {
  const users = await db.selectFrom('directory_objects').selectAll().where('type', '=', 'User').orderBy('id').execute();
  const same = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();
  return users.filter((user) => same(user.account, account) || same(user.mail, mail));
};

const id = z.guid().toLowerCase();
const link = z.strictObject({ group: id, member: id });
const account = z.string().min(1);
const wish = z.union([
  z.strictObject({ join: link }),
  z.strictObject({ leave: link }),
  z.strictObject({ delete: id }),
  z.strictObject({ user: z.strictObject({ id, name: z.string().min(1), account, mail: account.optional() }) }),
  z.strictObject({ group: z.strictObject({ id, name: z.string().min(1) }) }),
]);

/** Replaces the Entra admin center: people join and leave groups, and users and groups are made and deleted. */
export const directoryRoutes = (world: World): Readonly<Record<string, ControlRoute>> => ({
  'GET /__sandbox/directory': async () => ({
    objects: await world.store.db.selectFrom('directory_objects').selectAll().orderBy('id').execute(),
    members: await world.store.db.selectFrom('directory_members').selectAll().execute(),
  }),
  'POST /__sandbox/directory': async (body) => {
    const wanted = parseBody(wish, body);
    await world.store.transaction(async (trx) => {
      if ('join' in wanted) {
        const { group, member } = wanted.join;
        for (const one of [group, member]) {
          if (!(await findObject(trx, one))) throw new Refusal(404, 'NotFound', 'The directory has no such object.');
        }
        await trx.replaceInto('directory_members').values({ group_id: group, member_id: member }).execute();
      } else if ('leave' in wanted) {
        const { group, member } = wanted.leave;
        await trx
          .deleteFrom('directory_members')
          .where('group_id', '=', group)
          .where('member_id', '=', member)
          .execute();
      } else if ('delete' in wanted) {
        await trx.deleteFrom('directory_objects').where('id', '=', wanted.delete).execute();
        await trx
          .deleteFrom('directory_members')
          .where((eb) => eb.or([eb('group_id', '=', wanted.delete), eb('member_id', '=', wanted.delete)]))
          .execute();
      } else {
        const type = 'user' in wanted ? 'User' : 'Group';
        const {
          id: objectId,
          name,
          account: own,
          mail,
        } = 'user' in wanted ? wanted.user : { ...wanted.group, account: undefined, mail: undefined };
        const row = { id: objectId, type, name, account: own ?? null, mail: mail ?? null };
        await trx.replaceInto('directory_objects').values(row).execute();
      }
    });
    return { done: true };
  },
});
