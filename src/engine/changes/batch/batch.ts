import { z } from 'zod';
import { asTextKey } from '#platform/texts/texts.ts';
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

const json = <T>(schema: z.ZodType<T>) => z.string().transform((text) => schema.parse(JSON.parse(text)));

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

export const toBatch = (row: BatchTable): Batch => {
  const { id, source, title_json, lines_json, form, answers_json, version, seal } = batchRow.parse(row);
  return {
    ...{ id, source, title: title_json, lines: lines_json, version, seal },
    form: form === null ? undefined : { name: form, answers: answers_json },
  };
};

/** The subject of a batch's cards in the outbox. */
export const BATCH = 'batch';
export const batchSubject = (id: string): string => `${BATCH}:${id}`;
