import type { Insertable, Selectable } from 'kysely';
import { iso } from '../lib/clock.ts';
import { rowCount } from '../storage/claim.ts';
import type { Db } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** The columns that every table of answers has. */
export interface AnswerColumns {
  id: string;
  state: string;
  /** Raised by each change; orders the edits of the answer's cards. */
  version: number;
  /** ISO text. */
  created_at: string;
}

/** The names of the tables whose rows are answers. */
type AnswerTable = {
  [Name in keyof Tables]: Selectable<Tables[Name]> extends AnswerColumns ? Name : never;
}[keyof Tables] &
  string;

/** The rows of answers. A condition names columns by the values that they must have. */
export interface AnswerStore<Row> {
  /** The row of this id, where it meets the condition. */
  find(db: Db, id: string, condition?: Partial<Row>): Promise<Row | undefined>;
  /**
   * Writes columns and raises the version, where the row meets the condition.
   * @returns the row as it is then; undefined where nothing was written
   */
  change(db: Db, id: string, changes: Partial<Row>, condition?: Partial<Row>): Promise<Row | undefined>;
}

/** A table of answers, as the feature that owns it uses it. */
export interface AnswerTableStore<Name extends AnswerTable> extends AnswerStore<Selectable<Tables[Name]>> {
  /**
   * Inserts a row, as version 1. A table with a unique column `source` holds one row for each source.
   * @param now milliseconds since 1970
   * @returns the id of the row that is there now, and whether it is this one
   */
  insert(db: Db, now: number, row: NewRow<Name>): Promise<{ readonly id: string; readonly isNew: boolean }>;
  /** Deletes what was created before a moment in milliseconds since 1970. @returns how many rows */
  prune(db: Db, before: number): Promise<number>;
}

type NewRow<Name extends AnswerTable> = Omit<Insertable<Tables[Name]>, 'version' | 'created_at'>;

/** For Kysely, which cannot follow a table's name that is a type parameter. */
type AnyTable = Record<string, AnswerColumns & Record<string, unknown>>;

/** The store of a table that its owner has declared in `Tables`, with the columns of an answer. */
export const createAnswerStore = <Name extends AnswerTable>(table: Name): AnswerTableStore<Name> => {
  type Row = Selectable<Tables[Name]>;
  const name: string = table;
  const open = (db: Db): Db<AnyTable> => db as unknown as Db<AnyTable>;
  return {
    async find(db, id, condition = {}) {
      const rows = open(db).selectFrom(name).selectAll().where('id', '=', id);
      return (await rows.where((eb) => eb.and(condition)).executeTakeFirst()) as Row | undefined;
    },
    async change(db, id, changes, condition = {}) {
      const changed = await open(db)
        .updateTable(name)
        .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where((eb) => eb.and(condition))
        .returningAll()
        .executeTakeFirst();
      return changed as Row | undefined;
    },
    async insert(db, now, row) {
      const values = { ...(row as object as AnswerColumns & { source?: string }), version: 1, created_at: iso(now) };
      const rows = open(db);
      const inserted = rows
        .insertInto(name)
        .values(values)
        .onConflict((conflict) => conflict.doNothing());
      if (rowCount(await inserted.executeTakeFirst()) === 1) return { id: values.id, isNew: true };
      if (values.source === undefined) return { id: values.id, isNew: false };
      const { id } = await rows
        .selectFrom(name)
        .select('id')
        .where('source', '=', values.source)
        .executeTakeFirstOrThrow();
      return { id, isNew: false };
    },
    prune: async (db, before) =>
      rowCount(await open(db).deleteFrom(name).where('created_at', '<', iso(before)).executeTakeFirst()),
  };
};
