import type { Insertable, Selectable } from 'kysely';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Rendered, Renderer } from '#engine/outbox/renderer.ts';
import type { PostedAs } from '#engine/outbox/repository.ts';
import { iso } from '#platform/lib/clock.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Database, Db, Tables, Trx } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';

/** The columns of every table of answers. */
interface AnswerColumns {
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

/** The rows of answers. A condition is the required values of columns. */
export interface AnswerStore<Row> {
  /** The row with this id, if it meets the condition. */
  find(db: Db, id: string, condition?: Partial<Row>): Promise<Row | undefined>;
  /** Updates columns and raises the version, if the row meets the condition. @returns undefined if nothing was written */
  change(db: Db, id: string, changes: Partial<Row>, condition?: Partial<Row>): Promise<Row | undefined>;
}

/** A table of answers, for the feature that owns it. */
interface AnswerTableStore<Name extends AnswerTable> extends AnswerStore<Selectable<Tables[Name]>> {
  /** Inserts a row as version 1; a unique column `source` holds one for each. @returns the id of the stored row, and whether it is this one */
  insert(db: Db, now: number, row: NewRow<Name>): Promise<{ readonly id: string; readonly isNew: boolean }>;
  /** Deletes what was created before a moment in milliseconds since 1970. @returns how many rows */
  prune(db: Db, before: number): Promise<number>;
}

type NewRow<Name extends AnswerTable> = Omit<Insertable<Tables[Name]>, 'version' | 'created_at'>;

/** For Kysely, which cannot type-check a table's name that is a type parameter. */
type AnyTable = Record<string, AnswerColumns & Record<string, unknown>>;

/** The store of a table declared in `Tables`, with the columns of an answer. */
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

/** The services that an edit needs; a feature's services have them. */
export interface EditServices {
  readonly database: Database;
  readonly outbox: Outbox;
}

/** A press on a card: the card, and the person's language. */
interface Press {
  readonly pressed?: PostedAs;
  readonly words: Pick<Words, 'locale'>;
}

/** New values of columns; a function is called after the condition was checked, in the same transaction. */
type RowChanges<Row> = Partial<Row> | ((trx: Trx) => Promise<Partial<Row>>);

interface EditOptions<Row> {
  /** The values that the row must have; otherwise nothing is written. */
  readonly condition?: Partial<Row>;
  /** More writes in the same transaction. @param row the updated row */
  also?(trx: Trx, row: Row): Promise<void>;
}

/** Rows with cards: an edit of a row edits every copy of its card. */
export interface CardRows<Row> {
  /** The subject of a row's card in the outbox. */
  subjectOf(id: string): string;
  /** Updates a row, raises its version and edits every copy of its card. @returns undefined if nothing was written */
  edit(
    services: EditServices,
    id: string,
    changes: RowChanges<Row>,
    options?: EditOptions<Row>,
  ): Promise<Row | undefined>;
  /** An edit by a press: the answer to the press edits the pressed card, the outbox the other copies. */
  press(
    services: EditServices,
    press: Press,
    row: Row,
    changes: RowChanges<Row>,
    also?: EditOptions<Row>['also'],
  ): Promise<Row | undefined>;
  /** Renders the card of a row; none if the row is deleted. */
  renderer(services: EditServices, draw: (row: Row, words: Words) => Promise<Rendered | undefined>): Renderer;
}

/** Binds the rows of a store to their cards. @param subject their kind in the outbox: `billing` in `billing:<id>` */
export const defineCardRows = <Row extends { readonly id: string; readonly version: number }>(
  subject: string,
  store: AnswerStore<Row>,
): CardRows<Row> => {
  const subjectOf = (id: string): string => `${subject}:${id}`;

  const write = async (
    trx: Trx,
    id: string,
    changes: RowChanges<Row>,
    condition?: Partial<Row>,
  ): Promise<Row | undefined> => {
    if (typeof changes !== 'function') return store.change(trx, id, changes, condition);
    // The first update locks the row until the transaction ends.
    if ((await store.change(trx, id, {}, condition)) === undefined) return undefined;
    return store.change(trx, id, await changes(trx));
  };

  const edit: CardRows<Row>['edit'] = ({ database, outbox }, id, changes, { condition, also } = {}) =>
    database.transaction(async (trx) => {
      const row = await write(trx, id, changes, condition);
      if (row === undefined) return undefined;
      await outbox.touch(trx, subjectOf(id), row.version);
      await also?.(trx, row);
      return row;
    });

  return {
    subjectOf,
    edit,
    async press(services, { pressed, words }, row, changes, also) {
      if (pressed) await services.outbox.holdPressedCard(subjectOf(row.id), pressed, row.version, words.locale);
      return edit(services, row.id, changes, also && { also });
    },
    renderer: ({ database }, draw) => ({
      kind: subject,
      async render(id, _face, words) {
        const row = await store.find(database.db, id);
        return row && draw(row, words);
      },
    }),
  };
};
