import type { z } from 'zod';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import type { Rendered } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { TextKey, Words } from '#platform/texts/texts.ts';
import type { FilterTotals } from '../invoice/filter-totals.ts';
import type { InvoiceEnd, ReadingProgress } from '../invoice/read-invoice.ts';
import type { BillingAccount, InvoiceName } from '../policy.ts';

export interface ReadState<R> {
  readonly is: 'read';
  /** One for each invoice, in order: a card must say which invoices are incomplete. */
  readonly ends: readonly InvoiceEnd[];
  readonly result: R;
}

/** The state of a report's reading. */
export type ReportState<R> =
  | ({
      readonly is: 'reading' /** Until when the vendor asks to wait. */;
      readonly waitsUntil?: string;
    } & ReadingProgress)
  | ReadState<R>
  /** Nothing could be read: the text for the person. */
  | { readonly is: 'failed'; readonly why: TextKey; readonly values: TextValues };

/** One report from its row, with the account from the current policy. */
export interface Report<Q, R> {
  /** The only data in its buttons. */
  readonly id: string;
  readonly account: BillingAccount;
  readonly invoices: readonly InvoiceName[];
  readonly question: Q;
  /** Directory object id of the requester. */
  readonly askedBy: string;
  /** The conversation of its card; undefined for the requester's personal chat. */
  readonly conversationId: string | undefined;
  readonly version: number;
  readonly state: ReportState<R>;
  /** Of the filter that was added up last; it may be another one than that of the question. */
  readonly filtered?: FilterTotals | undefined;
}

/** The input of a report's card. The right to see it was checked before. */
export interface Drawing {
  readonly words: Words;
  readonly services: Services;
  readonly correlation: string;
  /** When the card must be ready; milliseconds since 1970. */
  readonly endBy: number;
}

/** Its summary, for the toast and the activity feed, never has an amount. */
export type Drawn = Omit<Rendered, 'version'>;

/** Folds the rows of all invoices, one after the other; its memory must not grow with them. */
export interface ReportFold<R> {
  /** @param invoice the index of the report's invoice, from 0 */
  take(row: InvoiceTransaction, invoice: number): void;
  end(): R;
}

/**
 * Defines one kind of report on whole invoices: its fold over the rows, the schema of the result, and its card. All kinds
 * share the row, the job that reads (again after a restart), progress, rights at each rendering, and edits of each copy.
 */
export interface ReportKind<Q, R> {
  readonly name: string;
  /** The question besides the invoices; stored as JSON, and changed by presses. */
  readonly question: z.ZodType<Q>;
  /** The result of the fold; stored as JSON. */
  readonly result: z.ZodType<R>;
  fold(question: Q): ReportFold<R>;
  /** The names of the parts on its card, so that a press can open one of them. */
  labels?(result: R): readonly string[];
  /** Begins what has to be read besides the invoices, in the transaction that writes the question. */
  begin?(trx: Trx, services: Services, report: Pick<Report<Q, R>, 'id' | 'question' | 'filtered'>): Promise<void>;
  /** More writes in the transaction that stores the result. @returns the result as it is stored */
  store?(trx: Trx, report: Report<Q, R>, read: ReadState<R>, services: Services): Promise<R>;
  /** If a read of its own fails, its card says so. */
  draw(report: Report<Q, R>, drawing: Drawing): Promise<Drawn>;
}

/** A kind in a list of kinds: its rows are parsed with its own schemas. */
export type AnyReportKind = ReportKind<unknown, unknown>;

export const defineReport = <Q, R>(kind: ReportKind<Q, R>): ReportKind<Q, R> => kind;
