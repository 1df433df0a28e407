import { DatabaseSync, StatementSync } from 'node:sqlite';

const { prepare } = DatabaseSync.prototype;
const { run, all } = StatementSync.prototype;

/** The handles of statements, while disks are watched. */
const handles = new WeakMap<StatementSync, DatabaseSync>();
const full = new Set<string>();

const WRITES = /^\s*(insert|update|delete|with)\b/i;

/** As SQLite does it on a full disk (test/platform/storage/full-disk.test.ts has a true one): the open transaction is undone. */
const failWhereFull = (statement: StatementSync): void => {
  const handle = handles.get(statement);
  if (!handle || !full.has(handle.location() ?? '') || !WRITES.test(statement.sourceSQL)) return;
  if (handle.isTransaction) handle.exec('rollback');
  throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
};

/** From now on the disk of a SQLite file can be filled. @returns ends that */
export const watchDisks = (): (() => void) => {
  DatabaseSync.prototype.prepare = function watched(this: DatabaseSync, sql: string): StatementSync {
    const statement = prepare.call(this, sql);
    handles.set(statement, this);
    return statement;
  };
  StatementSync.prototype.run = function watched(this: StatementSync, ...values: never[]) {
    failWhereFull(this);
    return Reflect.apply(run, this, values);
  };
  StatementSync.prototype.all = function watched(this: StatementSync, ...values: never[]) {
    failWhereFull(this);
    return Reflect.apply(all, this, values);
  };
  return () => {
    Object.assign(DatabaseSync.prototype, { prepare });
    Object.assign(StatementSync.prototype, { run, all });
  };
};

/** @param url sqlite:<file> */
export const fillDisk = (url: string, isFull: boolean): void => {
  const file = url.replace('sqlite:', '');
  if (isFull) full.add(file);
  else full.delete(file);
};
