import type { InvoiceTransaction } from '../../../api/operations/billing.ts';
import { parseDecimal } from '../../../lib/decimal.ts';

type Cell = string | number | boolean | undefined;
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

const part = (...names: readonly string[]): string => names.join('.');

const plain = (...names: readonly PlainField[]): Column[] => names.map((name) => [name, (row) => row[name]]);

/** What it comes to and in which currency stand apart, so that both stay what they are. */
const amount = (...names: readonly AmountField[]): Column[] =>
  names.flatMap((name): Column[] => [
    [part(name, 'value'), (row) => row[name]?.value],
    [part(name, 'currency'), (row) => row[name]?.currency],
  ]);

const refund = (...names: readonly ('amountRequested' | 'amountRefunded')[]): Column[] =>
  names.flatMap((name): Column[] => [
    [part('refundTransactionDetails', name, 'value'), (row) => row.refundTransactionDetails?.[name]?.value],
    [part('refundTransactionDetails', name, 'currency'), (row) => row.refundTransactionDetails?.[name]?.currency],
  ]);

/** Every property of the document's table by its own name (document 1, Transaction), what people look for first. */
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

/**
 * Where a spreadsheet would take what follows for a formula: at the beginning, and behind what it divides cells or lines by
 * where it divides them otherwise than by comma.
 */
const FORMULA = /^(?=[\t\r\n=+\-@＝＋－＠'])|(?<=[;\t|\r\n])(?=[=+\-@＝＋－＠'])/g;

/**
 * A number stands as it is, to its last digit. In a text an apostrophe stands before what a spreadsheet would take for a
 * formula, and before an apostrophe there: whoever takes away one apostrophe at the beginning and one behind each `;`, `|`,
 * tab and end of a line has what the vendor said.
 */
export const csvCell = (value: Cell): string => {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  if (parseDecimal(value) === value) return value;
  const text = value.replace(FORMULA, "'");
  return `"${text.replaceAll('"', '""')}"`;
};

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** With the mark by which spreadsheets know UTF-8. */
export const csvHead = `\uFEFF${line(columns.map(([name]) => name))}`;

export const csvRow = (row: InvoiceTransaction): string => line(columns.map(([, read]) => csvCell(read(row))));
