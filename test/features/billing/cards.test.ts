import { payloadBytes } from '../../../src/cards/size.ts';
import { renderList, rowNamed } from '../../../src/features/billing/list-card.ts';
import { viewInvoice } from '../../../src/features/billing/summary-card.ts';
import { viewTransaction } from '../../../src/features/billing/transaction-card.ts';
import type { Markdown } from '../../../src/lib/text.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { rowsOf } from '../../support/billing.ts';
import { readState, reportOf, transactionOf, wholeTransaction } from './reports.ts';

const words = loadTexts().for('en');
const frame = { title: 'november' as Markdown, buttons: [] };
const long = 'Ünïcødé “quotes” & *marks* '.repeat(20);

it('twenty rows of the longest words and the widest amounts fit on a card', () => {
  const rows = Array.from({ length: 20 }, (_, n) =>
    transactionOf(n, {
      productDescription: long,
      productFamily: long,
      transactionAmount: { currency: 'EUR', value: -123_456_789_012.34 },
      creditType: 'Refund',
      invoice: 'Pending',
    }),
  );
  const report = reportOf(readState(rows), {
    filter: `product "${long.replaceAll(/[“”]/g, '').slice(0, 180)}"`,
    search: long.slice(0, 290),
  });
  const card = renderList(report, { rows, dropped: 0, count: 1_000, more: true }, undefined, words);
  expect(payloadBytes(card)).toBeLessThan(26 * 1_024);
  expect(rowsOf({ cards: [card] })).toHaveLength(20);
});

it('a row is named by the beginning of its name, or whole where another one begins so', () => {
  const [one, other] = [transactionOf(1), { ...transactionOf(1), name: '00000001-ffff' }];
  expect(rowNamed([one, transactionOf(2)], '00000001')).toBe(one);
  expect(rowNamed([one, other], '00000001')).toBeUndefined();
  expect(rowNamed([one, other], '00000001-ffff')).toBe(other);
  expect(rowNamed([one], '0')).toBeUndefined();
});

it('the details tell every field of the document', () => {
  const { sections } = viewTransaction(wholeTransaction(), frame, words);
  const told = new Set<string>(
    sections.flatMap(({ facts, lines }) => [...facts.map(({ title }) => title), ...lines.map(({ label }) => label)]),
  );
  const {
    id: _id,
    name: _name,
    tags = {},
    systemData: _data,
    refundTransactionDetails = {},
    ...fields
  } = wholeTransaction();
  for (const field of [...Object.keys(fields), ...Object.keys(refundTransactionDetails)]) {
    expect(told).toContain(words.plain(`billing.field.${field}`));
  }
  for (const tag of Object.keys(tags)) expect(told).toContain(tag);
});

it('the details leave out what a transaction does not have, and tell amounts to the last digit', () => {
  const { sections } = viewTransaction(
    transactionOf(1, { subTotal: { currency: 'EUR', value: '81.3000000000000004' } }),
    frame,
    words,
  );
  expect(sections.map(({ title }) => title)).toEqual(['Amounts', 'Product', 'Billing', 'Ids']);
  expect(sections[0]?.facts).toContainEqual({ title: 'Before tax', value: '81.3000000000000004 EUR' });
});

it('figures of what was read are never shown without saying that they are not all', () => {
  const read = readState([transactionOf(1)]);
  if (read.is !== 'read') throw new Error('not read');
  const ends = [{ complete: false, rows: 1, of: 1_237, why: 'billing.why.missing', values: {} }] as const;
  const { progress, colour } = viewInvoice(reportOf({ ...read, ends }), words);
  expect([progress, colour]).toEqual([expect.stringContaining('Incomplete: 1 of 1,237. '), 'Warning']);
});

it.each([
  ['a pending invoice', undefined, {}, 'Nothing is on november yet'],
  ['an account of an older kind', '8608480', {}, 'an account of an older kind'],
  ['one by its PCN name', 'PCN.7f3KQ2', {}, 'an account of an older kind'],
])('%s with nothing on it says why', (_what, account, said, text) => {
  expect(viewInvoice(reportOf(readState([]), said, account), words).progress).toContain(text);
});
