import type { z } from 'zod';
import type { InvoiceTransaction } from '../../../api/operations/billing.ts';
import type { TextValues } from '../../../lib/errors.ts';
import type { Rendered } from '../../../outbox/renderer.ts';
import type { Trx } from '../../../storage/database.ts';
import type { TextKey, Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import type { InvoiceEnd, ReadingProgress } from '../invoice/read-invoice.ts';
import type { BillingAccount, InvoiceName } from '../policy.ts';

export interface ReadState<R> {
  readonly is: 'read';
  /** One for each invoice, in their order: whoever shows a figure says where one is incomplete. */
  readonly ends: readonly InvoiceEnd[];
  readonly result: R;
}

/** Where the reading of a report stands. */
export type ReportState<R> =
  | ({ readonly is: 'reading' } & ReadingProgress)
  | ReadState<R>
  /** Nothing could be read: what the person is told. */
  | { readonly is: 'failed'; readonly why: TextKey; readonly values: TextValues };

/** One report as it stands in its row, with the account as the policy has it now. */
export interface Report<Q, R> {
  /** What buttons carry, and nothing else. */
  readonly id: string;
  readonly account: BillingAccount;
  readonly invoices: readonly InvoiceName[];
  readonly question: Q;
  /** Directory object id of whoever asked. */
  readonly askedBy: string;
  /** Where its card stands; undefined: in the own chat of whoever asked. */
  readonly conversationId: string | undefined;
  readonly version: number;
  readonly state: ReportState<R>;
}

/** What a report's card is drawn with. Whether it may be seen was asked before. */
export interface Drawing {
  readonly words: Words;
  readonly services: Services;
  readonly correlation: string;
  /** When the card must be there; milliseconds since 1970. */
  readonly endBy: number;
}

/** Its summary, for the toast and the activity feed, never holds an amount. */
export type Drawn = Omit<Rendered, 'version'>;

/** Takes the rows of all invoices, one after the other; what it holds must not grow with them. */
export interface ReportFold<R> {
  /** @param invoice which of the report's invoices it is of, from 0 */
  take(row: InvoiceTransaction, invoice: number): void;
  end(): R;
}

/**
 * One way of reading whole invoices is this one value: what it makes of the rows, how that is stored, and its card. Its row,
 * the job that reads (anew after a restart), progress, rights at each drawing and the edits of each copy are the same for all.
 */
export interface ReportKind<Q, R> {
  readonly name: string;
  /** What was asked beside the invoices; kept as JSON, and changed by presses. */
  readonly question: z.ZodType<Q>;
  /** What the fold came to; kept as JSON. */
  readonly result: z.ZodType<R>;
  fold(question: Q): ReportFold<R>;
  /** Writes what goes with the result, in the transaction that does. @returns the result as it is stored */
  store?(trx: Trx, report: Report<Q, R>, read: ReadState<R>, services: Services): Promise<R>;
  /** Where it reads something itself and cannot, its card says so. */
  draw(report: Report<Q, R>, drawing: Drawing): Promise<Drawn>;
}

/** A kind in a list of kinds: its rows are read by its own schemas. */
export type AnyReportKind = ReportKind<unknown, unknown>;

export const defineReport = <Q, R>(kind: ReportKind<Q, R>): ReportKind<Q, R> => kind;
