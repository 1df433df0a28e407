import { z } from 'zod';
import type { Db } from '#platform/storage/database.ts';
import { asTextKey } from '#platform/texts/texts.ts';
import { type Change, json, toChange } from '../change.ts';
import type { BatchTable } from './tables.ts';

/** A batch has no more lines: they stand on one card. */
export const MOST_LINES = 20;

/** A text as it is stored: each reader gets it in their own language. */
const storedText = z.object({
  text: z.string().transform(asTextKey),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type StoredText = z.infer<typeof storedText>;

export const refusedLine = z.object({ what: storedText, refused: storedText });
/** What was asked for and could not be sent, with the reason. */
export type RefusedLine = z.infer<typeof refusedLine>;

const line = z.union([z.object({ change: z.string() }), refusedLine]);
/** A request, by the id of its change, or what did not become one. */
export type BatchLine = z.infer<typeof line>;

const batchRow = z.object({
  id: z.string(),
  source: z.string(),
  title_json: json(storedText),
  lines_json: json(z.array(line)),
  form: z.string().nullable(),
  answers_json: json(z.record(z.string(), z.string())),
  version: z.number(),
  seal: z.string(),
});

/** Several requests that one person sent at once and that stand on one card. Each of them is a change with a life of its own. */
export interface Batch {
  readonly id: string;
  readonly title: StoredText;
  /** As they were sent; what became of each is in its change. */
  readonly lines: readonly BatchLine[];
  /** The form that they were sent from and its answers, so that “Ask again …” can reopen it. */
  readonly form: { readonly name: string; readonly answers: Readonly<Record<string, string>> } | undefined;
  /** Raised by everything that the card shows. */
  readonly version: number;
  /** The activity that sent them: the same one gives the same batch. */
  readonly source: string;
  /** Proves that the engine wrote the row. */
  readonly seal: string;
}

const toBatch = (row: BatchTable): Batch => {
  const { id, source, title_json, lines_json, form, answers_json, version, seal } = batchRow.parse(row);
  return {
    ...{ id, source, title: title_json, lines: lines_json, version, seal },
    form: form === null ? undefined : { name: form, answers: answers_json },
  };
};

/** The subject of a batch's cards in the outbox. */
export const BATCH = 'batch';
export const batchSubject = (id: string): string => `${BATCH}:${id}`;

export const findBatch = async (db: Db, id: string): Promise<Batch | undefined> => {
  const row = await db.selectFrom('change_batches').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toBatch(row);
};

export const findBatchBySource = async (db: Db, source: string): Promise<Batch | undefined> => {
  const row = await db.selectFrom('change_batches').selectAll().where('source', '=', source).executeTakeFirst();
  return row && toBatch(row);
};

/** Raises the version, so that the copies of its card are redrawn. */
export const raiseBatch = async (db: Db, id: string): Promise<Batch | undefined> => {
  const row = await db
    .updateTable('change_batches')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toBatch(row);
};

/** Its requests, in the order in which they were sent. */
export const changesOfBatch = async (db: Db, { id, lines }: Pick<Batch, 'id' | 'lines'>): Promise<Change[]> => {
  const rows = await db.selectFrom('changes').selectAll().where('batch', '=', id).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return lines.flatMap((line) => {
    const row = 'change' in line ? byId.get(line.change) : undefined;
    return row ? [toChange(row)] : [];
  });
};
