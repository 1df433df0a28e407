import { unpackFile } from '../../src/engine/answers/stored-file.ts';
import { foldCsv } from '../../src/features/billing/export/csv-report.ts';
import { cellsBy, readCsv } from '../../test/support/read-csv.ts';
import { defineCheck, thrown } from '../lib/define-check.ts';
import type { Dice } from '../lib/dice.ts';
import { readRows, whole } from './exact-totals.ts';
import hostile from './hostile-cells.json' with { type: 'json' };
import { randomRows, type WrittenAmount, type WrittenRow, withEveryField } from './random-row.ts';

const MOST_ROWS = 40;

const withHostileWords = (dice: Dice, row: WrittenRow): WrittenRow => ({
  ...row,
  words: {
    ...row.words,
    productDescription: dice.pick(hostile),
    customerDisplayName: dice.pick(hostile),
    unitType: dice.pick(hostile),
  },
});

/** A text as the vendor said it: what was put into it is taken away. */
const said = (text: string): string => text.replace(/(^|[;\t|\r\n])'/g, '$1');

const isFormula = (text: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(text);

const amounts: Readonly<Record<string, (row: WrittenRow) => WrittenAmount | undefined>> = {
  transactionAmount: ({ amounts: { transactionAmount } }) => transactionAmount,
  subTotal: ({ amounts: { subTotal } }) => subTotal,
  tax: ({ amounts: { tax } }) => tax,
  azureCreditApplied: ({ amounts: { azureCreditApplied } }) => azureCreditApplied,
  effectivePrice: ({ prices }) => prices?.effectivePrice,
  marketPrice: ({ prices }) => prices?.marketPrice,
  'refundTransactionDetails.amountRequested': ({ requested }) => requested,
  'refundTransactionDetails.amountRefunded': ({ refunded }) => refunded,
};
const numbers = ['exchangeRate', 'discount', 'units', 'quantity'] as const;
const words = [
  ...['productDescription', 'customerDisplayName', 'unitType', 'invoiceSectionId'],
  ...['date', 'servicePeriodStartDate', 'servicePeriodEndDate'],
] as const;

/** @returns what does not hold of the file of these transactions, in words */
const brokenCsvLaws = (rows: readonly WrittenRow[]): string[] => {
  const fold = foldCsv();
  for (const row of readRows(rows)) fold.take(row, 0);
  const { packed = '', bytes } = fold.end();
  const text = unpackFile(packed);
  const wrong: string[] = [];
  if (Buffer.byteLength(text) !== bytes)
    wrong.push(`the file has ${Buffer.byteLength(text)} bytes, and ${bytes} were said`);
  const [head = [], ...lines] = readCsv(text);
  if (lines.length !== rows.length) wrong.push(`${lines.length} lines for ${rows.length} transactions`);
  for (const [index, line] of lines.entries()) {
    const row = rows[index];
    if (!row) break;
    if (line.length !== head.length) wrong.push(`line ${index} has ${line.length} cells of ${head.length}`);
    const cell = (name: string) => line[head.findIndex((one) => one.text === name)] ?? { text: '', quoted: false };
    if (said(cell('id').text) !== row.id) wrong.push(`the id ${row.id} became ${cell('id').text}`);
    for (const [name, amountOf] of Object.entries(amounts)) {
      const [amount, value] = [amountOf(row), cell(`${name}.value`)];
      const same = amount ? value.text !== '' && whole(value.text) === whole(amount.value) : value.text === '';
      if (!same || value.quoted) wrong.push(`${name} ${amount?.value} became ${value.text}`);
      if (cell(`${name}.currency`).text !== (amount?.currency ?? '')) wrong.push(`the currency of ${name} is lost`);
    }
    for (const name of numbers) {
      const [value, told] = [row.numbers?.[name], cell(name)];
      const same = value === undefined ? told.text === '' : told.text !== '' && whole(told.text) === whole(value);
      if (!same || told.quoted) wrong.push(`${name} ${value} became ${told.text}`);
    }
    if (said(cell('refundTransactionDetails.refundOperationId').text) !== (row.refundOperationId ?? ''))
      wrong.push(`the refund operation ${row.refundOperationId} is lost`);
    const tags = said(cell('tags').text);
    if (tags !== (row.tags === undefined ? '' : JSON.stringify(row.tags))) wrong.push(`the tags became ${tags}`);
    for (const name of words) {
      const text = String(row.words[name] ?? '');
      if (said(cell(name).text) !== text)
        wrong.push(`${name} ${JSON.stringify(text)} became ${JSON.stringify(cell(name).text)}`);
    }
    for (const { text, quoted } of line) {
      const number = !quoted && /^-?\d+(\.\d+)?$/.test(text);
      if (!number && isFormula(text)) wrong.push(`a cell that is a formula: ${JSON.stringify(text)}`);
    }
  }
  for (const divider of [';', '\t', '|']) {
    const found = cellsBy(text, divider).find(isFormula);
    if (found !== undefined) wrong.push(`divided by ${JSON.stringify(divider)} a formula: ${JSON.stringify(found)}`);
  }
  return wrong;
};

/** A file read back has the ids, the words and every digit of what the vendor said, and no cell that a spreadsheet would run. */
export const csv = defineCheck({
  name: 'billing-5',
  says: 'a file read back is what the vendor said, and no formula',
  short: { runs: 40, seed: 4 },
  runs: 500,
  at: () => 'one file',
  cases: thrown((dice: Dice) =>
    randomRows(dice, MOST_ROWS).map((row) => withHostileWords(dice, withEveryField(dice, row))),
  ),
  faults: brokenCsvLaws,
});
