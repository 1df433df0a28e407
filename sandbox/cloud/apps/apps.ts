import { cloud, people } from '../../world.ts';
import type { World } from '../operation.ts';

/** The roles of a user in an app, the highest first. */
const roles = ['Manager', 'Developer', 'Viewer', 'Tester'] as const;
export type AppRole = (typeof roles)[number];

/** A person who can sign in to the service's web interface and create tokens. */
export interface Account {
  readonly id: string;
  /** The owner in addresses. */
  readonly name: string;
  readonly displayName: string;
  readonly email: string;
}

export interface App {
  readonly owner: string;
  readonly name: string;
  readonly users: Readonly<Record<string, AppRole>>;
}

const { ana, bo, cy, di, fi } = people;

/** The account of the bot's token. */
export const steward: Account = {
  id: 'c0ffee00-5b1d-4e2a-9c3f-77d8e1a2b301',
  name: 'steward-bot',
  displayName: 'Steward',
  email: 'steward@northwind.example',
};

export const accounts: readonly Account[] = [
  steward,
  ...[ana, bo, cy, di, fi].map((person) => ({
    id: person.objectId,
    name: person.name.toLowerCase().replace(' ', '-'),
    displayName: person.name,
    email: person.email,
  })),
];

const { wallet, terminal, probe } = cloud.apps;

/** The apps of the demo data, with external testers who should have left. */
export const apps: readonly App[] = [
  {
    ...wallet,
    users: {
      [steward.email]: 'Manager',
      [bo.email]: 'Manager',
      [ana.email]: 'Developer',
      [di.email]: 'Viewer',
      [cloud.appTester]: 'Tester',
      'max.weber@contoso-audio.example': 'Tester',
      'ines.calder@northwind.example': 'Tester',
      'beta+android@partner.example': 'Viewer',
    },
  },
  {
    ...terminal,
    users: {
      [steward.email]: 'Manager',
      [ana.email]: 'Manager',
      [cy.email]: 'Viewer',
      'field.team@partner.example': 'Developer',
      'max.weber@contoso-audio.example': 'Tester',
    },
  },
  {
    ...probe,
    users: {
      [bo.email]: 'Manager',
      [steward.email]: 'Developer',
      [fi.email]: 'Viewer',
      'hugo.baptiste@northwind.example': 'Tester',
    },
  },
];

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
