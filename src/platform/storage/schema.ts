import type { CreateTableBuilder } from 'kysely';
import type { Migrations } from './database.ts';

type Store = Parameters<Migrations[string]>[0];

/** The columns of a new table by their kind. */
interface Columns {
  /** The primary key, a text. */
  readonly key?: string;
  /** Texts that are always there. */
  readonly texts?: readonly string[];
  /** Whole numbers that are always there. */
  readonly numbers?: readonly string[];
  /** Texts that may be absent. */
  readonly optional?: readonly string[];
  /** Those of these texts that no two rows share. */
  readonly unique?: readonly string[];
}

/** A table for a migration, to which other columns and constraints can be added before `execute`. */
export const createTable = (
  { schema }: Store,
  name: string,
  { key, texts = [], numbers = [], optional = [], unique = [] }: Columns,
): CreateTableBuilder<string, string> => {
  let table: CreateTableBuilder<string, string> = schema.createTable(name);
  if (key !== undefined) table = table.addColumn(key, 'text', (c) => c.primaryKey());
  for (const column of texts)
    table = table.addColumn(column, 'text', (c) => (unique.includes(column) ? c.notNull().unique() : c.notNull()));
  for (const column of numbers) table = table.addColumn(column, 'integer', (c) => c.notNull());
  for (const column of optional)
    table = table.addColumn(column, 'text', (c) => (unique.includes(column) ? c.unique() : c));
  return table;
};

/** An index for a migration. */
export const createIndex = (
  { schema }: Store,
  name: string,
  table: string,
  columns: readonly string[],
): Promise<void> =>
  schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .execute();
