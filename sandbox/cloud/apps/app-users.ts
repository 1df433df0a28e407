import type { World } from '../operation.ts';
import { type App, type AppRole, apps, roles } from './apps.ts';

type Named = Pick<App, 'owner' | 'name'>;

/** @param name in any case, as the owner; undefined for an unknown app */
export const findApp = (owner: string, name: string): App | undefined =>
  apps.find((app) => app.owner === owner.toLowerCase() && app.name.toLowerCase() === name.toLowerCase());

const usersOf = ({ store }: World, { owner, name }: Named) =>
  store.db.selectFrom('app_users').selectAll().where('owner', '=', owner).where('app', '=', name);

/** The role of an e-mail address in the app; undefined when it is no user. */
export const roleOf = async (world: World, app: Named, email: string): Promise<AppRole | undefined> => {
  const user = await usersOf(world, app).where('email', '=', email.toLowerCase()).executeTakeFirst();
  return roles.find((role) => role === user?.role);
};

/** True for the only Manager of the app. */
export const isLastManager = async (world: World, app: Named, email: string): Promise<boolean> => {
  const managers = await usersOf(world, app).where('role', '=', 'Manager').execute();
  return managers.length === 1 && managers[0]?.email === email.toLowerCase();
};

/** @returns false for an unknown user */
export const removeUser = async ({ store }: World, { owner, name }: Named, email: string): Promise<boolean> => {
  const { numDeletedRows } = await store.db
    .deleteFrom('app_users')
    .where('owner', '=', owner)
    .where('app', '=', name)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
