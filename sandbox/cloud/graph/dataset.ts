import { people } from '../../world.ts';
import type { Dataset } from '../dataset.ts';
import { engineers, nested, others, type Principal } from '../story/directory.ts';
import { directoryMigrations } from './tables.ts';

const row = ({ id, name, type, email }: Principal, account = email) => ({
  ...{ id, type, name },
  account: type === 'User' ? (account ?? null) : null,
  mail: type === 'User' ? (email ?? null) : null,
});

/** The tenant's directory as Microsoft Graph shows it: the people of the chat, their colleagues, groups and groups in groups. */
export const directoryDataset: Dataset = {
  name: 'directory',
  migrations: directoryMigrations,
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
