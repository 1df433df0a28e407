import type { CreateTableBuilder, Generated } from 'kysely';
import type { Migrations } from '../../src/platform/storage/database.ts';

/** A column of a table; `T` is what it holds. */
interface Column<T> {
  readonly type: 'text' | 'integer' | 'bigint';
  readonly mark?: 'key' | 'unique' | 'serial' | 'optional';
  /** For the types alone. */
  readonly holds?: T;
}

type Tables = Readonly<Record<string, Readonly<Record<string, Column<unknown>>>>>;

/** The rows of tables, as queries read and write them. */
export type RowsOf<T> = {
  [Table in keyof T]: { [Name in keyof T[Table]]: T[Table][Name] extends Column<infer Held> ? Held : never };
};

export const text: Column<string> = { type: 'text' };
export const integer: Column<number> = { type: 'integer' };
export const optionalText: Column<string | null> = { type: 'text', mark: 'optional' };
export const optionalInteger: Column<number | null> = { type: 'integer', mark: 'optional' };
/** Milliseconds since 1970, also where the database is not SQLite. */
export const moment: Column<number> = { type: 'bigint' };
export const optionalMoment: Column<number | null> = { type: 'bigint', mark: 'optional' };
export const momentKey: Column<number> = { type: 'bigint', mark: 'key' };
export const key: Column<string> = { type: 'text', mark: 'key' };
export const unique: Column<string> = { type: 'text', mark: 'unique' };
/** A number that rises with each row. */
export const serial: Column<Generated<number>> = { type: 'integer', mark: 'serial' };
/** A text that is one of few words. */
export const oneOf = <T extends string>(): Column<T> => ({ type: 'text' });

/** The migration that makes tables, in their order. @param once by table: columns that are its key together */
export const creating =
  (tables: Tables, once: Readonly<Record<string, readonly string[]>> = {}): Migrations[string] =>
  async ({ schema }) => {
    for (const [table, columns] of Object.entries(tables)) {
      let made: CreateTableBuilder<string, string> = schema.createTable(table);
      for (const [name, { type, mark }] of Object.entries(columns)) {
        made = made.addColumn(name, type, (column) => {
          if (mark === 'serial') return column.primaryKey().autoIncrement();
          if (mark === 'key') return column.primaryKey();
          if (mark === 'optional') return column;
          return mark === 'unique' ? column.notNull().unique() : column.notNull();
        });
      }
      const together = once[table];
      if (together) made = made.addPrimaryKeyConstraint(`${table}_once`, [...together]);
      await made.execute();
    }
  };
