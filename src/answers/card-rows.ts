import type { Outbox } from '../outbox/outbox.ts';
import type { Rendered, Renderer } from '../outbox/renderer.ts';
import type { PostedAs } from '../outbox/repository.ts';
import type { Database, Trx } from '../storage/database.ts';
import type { Words } from '../texts/texts.ts';
import type { AnswerStore } from './answer-store.ts';

/** The services that an edit needs; a feature's services have them. */
export interface EditServices {
  readonly database: Database;
  readonly outbox: Outbox;
}

/** A press on a card: the card, and the presser's language. */
interface Press {
  readonly pressed?: PostedAs;
  readonly words: Pick<Words, 'locale'>;
}

/** Columns by their values; a function is called once the condition is known to hold, in the same transaction. */
type RowChanges<Row> = Partial<Row> | ((trx: Trx) => Promise<Partial<Row>>);

export interface EditOptions<Row> {
  /** Values that the row must have, or nothing is written. */
  readonly condition?: Partial<Row>;
  /** Writes more in the same transaction. @param row as it is then */
  also?(trx: Trx, row: Row): Promise<void>;
}

/** Rows that cards show: an edit of a row edits every copy of its card. */
export interface CardRows<Row> {
  /** The outbox's name of a row's card. */
  subjectOf(id: string): string;
  /**
   * Changes a row, raises its version and has every copy of its card edited.
   * @returns the row as it is then; undefined where nothing was written
   */
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
  /** Draws the card of a row; none where the row is gone. */
  renderer(services: EditServices, draw: (row: Row, words: Words) => Promise<Rendered | undefined>): Renderer;
}

/**
 * Binds the rows of a store to their cards.
 * @param subject what the outbox calls them: `billing` in `billing:<id>`
 */
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
    // The first change keeps others from the row until the transaction ends.
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
