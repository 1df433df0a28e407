import { join } from 'node:path';
import { type Migrations, openDatabase } from '../../../src/platform/storage/database.ts';
import { folderPerTest } from '../../../test/support/temp-folder.ts';
import { type TeamsTables, teamsMigrations } from '../../teams/store/post.ts';
import { openStore } from '../../teams/store/store.ts';

const folder = folderPerTest();
const clock = { now: () => 0 };

test('a store of the first version, upgraded, still has the conversations where the app was installed', async () => {
  const url = `sqlite:${join(folder(), 'teams.db')}`;
  const [first] = Object.entries(teamsMigrations);
  const old = await openDatabase<TeamsTables>(url, Object.fromEntries([first ?? []]) as Migrations);
  await old.db
    .insertInto('installations')
    .values({ conversation: 'there', at: 1 } as TeamsTables['installations'])
    .execute();
  await old.close();
  const { installations, close } = await openStore(url, clock);
  const announced = [await installations.wasAnnounced('there'), await installations.wasAnnounced('elsewhere')];
  await close();
  expect(announced).toEqual([true, false]);
});
