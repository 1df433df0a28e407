import { z } from 'zod';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import { createCsvFile, fileName, MOST_BYTES } from '#engine/answers/stored-file.ts';
import { type Cell, csvCell, csvLine } from '#platform/lib/csv.ts';
import { capitalised, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { countsLine, type ReportBody, renderReport } from '../cards/report-card.ts';
import { isPending } from '../invoice/totals.ts';
import { defineReport, type ReadState, type Report, type ReportFold } from '../report/report.ts';
import { sendFile } from './export-file.ts';

type Column = readonly [name: string, read: (row: InvoiceTransaction) => Cell];

type AmountField =
  | 'azureCreditApplied'
  | 'consumptionCommitmentDecremented'
  | 'effectivePrice'
  | 'marketPrice'
  | 'subTotal'
  | 'tax'
  | 'transactionAmount';
type PlainField = {
  [Field in keyof InvoiceTransaction]: InvoiceTransaction[Field] extends Cell ? Field : never;
}[keyof InvoiceTransaction] &
  string;

const path = (...names: readonly string[]): string => names.join('.');

const plain = (...names: readonly PlainField[]): Column[] => names.map((name) => [name, (row) => row[name]]);

/** Amount and currency have separate columns, so that both stay unchanged. */
const amount = (...names: readonly AmountField[]): Column[] =>
  names.flatMap((name): Column[] => [
    [path(name, 'value'), (row) => row[name]?.value],
    [path(name, 'currency'), (row) => row[name]?.currency],
  ]);

const refund = (...names: readonly ('amountRequested' | 'amountRefunded')[]): Column[] =>
  names.flatMap((name): Column[] => [
    [path('refundTransactionDetails', name, 'value'), (row) => row.refundTransactionDetails?.[name]?.value],
    [path('refundTransactionDetails', name, 'currency'), (row) => row.refundTransactionDetails?.[name]?.currency],
  ]);

/** Every property in the document's table by its name (docs/sources.md, Invoices), the most important first. */
const columns: readonly Column[] = [
  ...plain('id', 'name', 'date', 'productDescription', 'productFamily', 'productType', 'productTypeId'),
  ...amount('transactionAmount', 'subTotal', 'tax', 'azureCreditApplied'),
  ...plain('billingCurrency', 'pricingCurrency', 'exchangeRate', 'creditType', 'transactionType', 'kind'),
  ...refund('amountRequested', 'amountRefunded'),
  ['refundTransactionDetails.refundOperationId', (row) => row.refundTransactionDetails?.refundOperationId],
  ...plain('quantity', 'units', 'unitOfMeasure', 'unitType'),
  ...amount('effectivePrice', 'marketPrice'),
  ...plain('discount'),
  ...amount('consumptionCommitmentDecremented'),
  ...plain('servicePeriodStartDate', 'servicePeriodEndDate', 'invoice', 'invoiceId'),
  ...plain('invoiceSectionDisplayName', 'invoiceSectionId', 'customerDisplayName', 'customerId'),
  ...plain('billingProfileDisplayName', 'billingProfileId', 'azurePlan', 'partNumber', 'reasonCode'),
  ...plain('specialTaxationType', 'isThirdParty'),
  ['tags', ({ tags }) => (tags === undefined || Object.keys(tags).length === 0 ? undefined : JSON.stringify(tags))],
];

const lineOf = (row: InvoiceTransaction): string => csvLine(columns.map(([, read]) => csvCell(read(row))));

const storedCsv = z.object({
  rows: z.int(),
  /** Transactions that are not yet billed. */
  pending: z.int(),
  /** In the file. */
  bytes: z.int(),
  /** The compressed file; absent once it is stored elsewhere, or if it is empty or too large. */
  packed: z.string().optional(),
});
export type CsvFile = z.infer<typeof storedCsv>;

/** An invoice as a file. */
export const foldCsv = (): ReportFold<CsvFile> => {
  const file = createCsvFile(columns.map(([name]) => name));
  let [rows, pending] = [0, 0];
  return {
    take(row) {
      rows += 1;
      if (isPending(row)) pending += 1;
      file.add(lineOf(row));
    },
    end() {
      const { bytes, packed } = file.end();
      return { rows, pending, bytes, ...(rows > 0 && packed !== undefined ? { packed } : {}) };
    },
  };
};

const nameOf = ({ account, invoices }: Report<unknown, unknown>, { ends }: ReadState<unknown>, now: number): string =>
  fileName(
    now,
    account.key,
    invoices[0]?.title ?? '',
    ...(ends.every(({ complete }) => complete) ? [] : ['incomplete']),
  );

/** BCP 47 tag of the requester, for the file's card. */
const exportQuestion = z.object({ language: z.string() });
type ExportQuestion = z.infer<typeof exportQuestion>;

/** An invoice as a CSV file; the card shows the progress, and the file goes only to the requester's personal chat. */
export const exportCsv = defineReport<ExportQuestion, CsvFile>({
  name: 'export',
  question: exportQuestion,
  result: storedCsv,
  fold: foldCsv,
  async store(trx, report, read, services) {
    const { packed, ...result } = read.result;
    if (packed === undefined) return result;
    const { askedBy: person, account, invoices, question } = report;
    // Each reading has its own file: an answered one keeps its result.
    const id = `${report.id}.${report.version}`;
    const { rows, pending, bytes } = result;
    await sendFile(trx, services, {
      ...{ id, person, account: account.key, packed, bytes, language: question.language },
      name: nameOf(report, read, services.clock.now()),
      about: {
        ...{ invoice: invoices[0]?.title ?? '', account: account.title, rows, pending },
        whole: read.ends.every(({ complete }) => complete),
      },
    });
    return result;
  },
  draw: async (report, { words }) => {
    const invoice = capitalised(report.invoices[0]?.title ?? '');
    const title = words.markdown('reports.export.title', { invoice });
    const card = renderReport(report, title, words, (result) => bodyOf(result, report.conversationId, words));
    return { card, summary: words.plain('reports.export.title', { invoice }) };
  },
});

const MEGABYTE = 1024 * 1024;

const bodyOf = ({ rows, pending, bytes }: CsvFile, conversationId: string | undefined, words: Words): ReportBody => {
  const bare = { sections: [], buttons: [] };
  if (rows === 0) return { ...bare, count: words.markdown('reports.export.nothing'), more: NO_TEXT };
  if (bytes > MOST_BYTES) {
    return {
      ...bare,
      count: words.markdown('reports.export.tooLarge', { most: MOST_BYTES / MEGABYTE }),
      more: NO_TEXT,
    };
  }
  return {
    ...bare,
    count: countsLine(rows, pending, words),
    more: words.markdown(conversationId === undefined ? 'reports.export.below' : 'reports.export.elsewhere'),
  };
};
