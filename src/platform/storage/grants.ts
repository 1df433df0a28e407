import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Tables on which the bot's role has fewer rights. */
export interface Restricted {
  /** Rows can be added and read, not changed. */
  readonly appendOnly: readonly string[];
  readonly readOnly: readonly string[];
}

/** The migrator's own tables. */
const MIGRATIONS = ['kysely_migration', 'kysely_migration_lock'];

/** Grants a PostgreSQL role the rows of every table, and nothing more. @throws Error when it owns them: an owner can grant itself more */
export const grantTo = async <T>(db: Db<T>, role: string, { appendOnly, readOnly }: Restricted): Promise<void> => {
  const to = sql.id(role);
  const { rows } = await sql<{ owns: boolean }>`
    select bool_or(pg_has_role(${role}, c.relowner, 'member')) as owns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r'`.execute(db);
  if (rows[0]?.owns) throw new Error(`${role} owns the tables, or may act as their owner: give them to another role`);
  const tables = await tablesOf(db);
  for (const table of tables) {
    const rights = sql.join(rightsOn(table, { appendOnly, readOnly }).map((right) => sql.raw(right)));
    await sql`revoke all on ${sql.table(table)} from ${to}`.execute(db);
    await sql`grant ${rights} on ${sql.table(table)} to ${to}`.execute(db);
  }
};

const rightsOn = (table: string, { appendOnly, readOnly }: Restricted): readonly string[] => {
  if (readOnly.includes(table) || MIGRATIONS.includes(table)) return ['select'];
  return appendOnly.includes(table) ? ['select', 'insert'] : ['select', 'insert', 'update', 'delete'];
};

/** The rights that our own PostgreSQL role lacks, as `update on jobs`. */
export const missingRights = async <T>(db: Db<T>, restricted: Restricted): Promise<readonly string[]> => {
  const tables = await tablesOf(db);
  const needed = tables.flatMap((table) => rightsOn(table, restricted).map((right) => sql`(${table}, ${right})`));
  if (needed.length === 0) return [];
  const { rows } = await sql<{ missing: string }>`
    select needed.privilege || ' on ' || needed.name as missing
    from (values ${sql.join(needed)}) as needed(name, privilege)
    where not has_table_privilege(needed.name, needed.privilege)`.execute(db);
  return rows.map(({ missing }) => missing);
};

const tablesOf = async <T>(db: Db<T>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(db);
  return rows.map(({ name }) => name);
};

/** Whether our own role may change or delete rows of a table. SQLite has no roles: anybody with the file may. */
export const mayChangeRows = async <T>(db: Db<T>, table: string): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege(${table}, 'update, delete, truncate') or pg_has_role(c.relowner, 'member') as may
    from pg_class c where c.oid = to_regclass(${table})`.execute(db);
  return rows[0]?.may ?? false;
};

/** Whether our own PostgreSQL role may create and alter tables. */
export const mayMigrate = async <T>(db: Db<T>): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege(current_schema(), 'create') and coalesce(bool_and(pg_has_role(c.relowner, 'member')), true) as may
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r'`.execute(db);
  return rows[0]?.may ?? false;
};
