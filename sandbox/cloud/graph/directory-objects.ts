import type { Db } from '../../../src/platform/storage/database.ts';
import type { VendorTables } from '../tables.ts';

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
