import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSqliteInUse } from '#platform/storage/sqlite.ts';
import { sandboxFolder } from '../../sandbox/folder.ts';

/** `npm run sandbox:reset`: deletes all data of the sandbox, its policy too. */
const reset = (): 0 | 1 => {
  if (!existsSync(sandboxFolder)) {
    console.log(`There is nothing to delete: no ${sandboxFolder} here.`);
    return 0;
  }
  const databases = readdirSync(sandboxFolder).filter((name) => name.endsWith('.db'));
  if (databases.some((name) => isSqliteInUse(join(sandboxFolder, name)))) {
    console.error(`The sandbox is running on ${sandboxFolder}: stop it first, then reset it.`);
    return 1;
  }
  rmSync(sandboxFolder, { recursive: true });
  console.log(`${sandboxFolder} is deleted. "npm start" creates it anew.`);
  return 0;
};

process.exitCode = reset();
