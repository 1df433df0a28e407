import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite.ts';

/** Whether another process has this SQLite file open: SQLite leaves WAL mode only for the last who holds the file. */
export const isSqliteInUse = (file: string): boolean => {
  const handle = new DatabaseSync(file, { timeout: 0 });
  try {
    handle.exec('pragma journal_mode = delete');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    handle.close();
  }
};
