import { z } from 'zod';
import type { World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { type ControlRoute, parseBody } from '../web/control.ts';
import { findObject } from './directory-objects.ts';

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
