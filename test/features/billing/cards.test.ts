import { viewInvoice } from '#features/billing/cards/summary-card.ts';
import { viewTransaction } from '#features/billing/cards/transaction-card.ts';
import { renderList, rowAt, rowNamed, viewList } from '#features/billing/cards/transactions-card.ts';
import { listQuery, parseListQuery } from '#features/billing/invoice/list-query.ts';
import { foldRefunds, refundState } from '#features/billing/report/refunds.ts';
import type { Markdown } from '#platform/lib/text.ts';
import { asTextKey, loadTexts } from '#platform/texts/texts.ts';
import { payloadBytes } from '#teams/cards/define-card.ts';
import { rowsOf } from '../../support/billing.ts';
import { readState, reportOf, transactionOf, wholeTransaction } from './invoice-samples.ts';

const words = loadTexts().for('en');
const frame = { title: 'november' as Markdown, buttons: [] };
const long = 'Ünïcødé “quotes” & *marks* '.repeat(20);

it('twenty rows with the longest texts and amounts fit on a card', () => {
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

it('a button names a row by the beginning of its name, or by all of it if another one begins so', () => {
  const [one, other] = [transactionOf(1), { ...transactionOf(1), name: '00000001-ffff' }];
  expect(rowNamed([one, transactionOf(2)], '00000001')).toBe(one);
  expect(rowNamed([one, other], '00000001')).toBeUndefined();
  expect(rowNamed([one, other], '00000001-ffff')).toBe(other);
  expect(rowNamed([one], '0')).toBeUndefined();
  expect(rowNamed([one, other], rowAt(2))).toBe(other);
});

it('the details of a transaction show every field of the document', () => {
  const { sections, ids } = viewTransaction(wholeTransaction(), frame, words);
  const told = new Set<string>([
    ...sections.flatMap(({ facts }) => facts.map(({ title }) => title)),
    ...ids.map(({ label }) => label),
  ]);
  const {
    id: _id,
    name: _name,
    tags = {},
    systemData: _data,
    refundTransactionDetails = {},
    ...fields
  } = wholeTransaction();
  for (const field of [...Object.keys(fields), ...Object.keys(refundTransactionDetails)]) {
    expect(told).toContain(words.plain(asTextKey(`billing.field.${field}`)));
  }
  for (const tag of Object.keys(tags)) expect(told).toContain(tag);
});

it('the details leave out absent fields, and show amounts with all digits', () => {
  const { sections } = viewTransaction(
    transactionOf(1, { subTotal: { currency: 'EUR', value: '81.3000000000000004' } }),
    frame,
    words,
  );
  expect(sections.map(({ title }) => title)).toEqual(['Amounts', 'Product', 'Billing']);
  expect(sections[0]?.facts).toContainEqual({ title: 'Before tax', value: '81.3000000000000004\u00A0EUR' });
});

it('the details name the fields of a transaction that could not be read', () => {
  const { sections } = viewTransaction(transactionOf(1, { quantity: 'many', date: 'soon' }), frame, words);
  const told = { title: words.plain('billing.field.leftOut'), value: 'date, quantity' };
  expect(sections.flatMap(({ facts }) => facts)).toContainEqual(told);
});

it('totals of an incomplete invoice always say that they are incomplete', () => {
  const read = readState([transactionOf(1)]);
  if (read.is !== 'read') throw new Error('not read');
  const ends = [{ complete: false, rows: 1, of: 1_237, why: 'billing.why.missing', values: {} }] as const;
  const { progress, colour } = viewInvoice(reportOf({ ...read, ends }), words);
  expect([progress, colour]).toEqual([expect.stringContaining('Incomplete: 1 of 1,237. '), 'Warning']);
});

it('a page says how many of its rows could not be read, and the next page begins after them', () => {
  const rows = Array.from({ length: 19 }, (_, n) => transactionOf(n));
  const { more } = viewList(reportOf(readState(rows)), { rows, dropped: 1, count: 131, more: true }, undefined, words);
  expect(more).toContain('1 to 20 of 131');
  expect(more).toContain(words.markdown('billing.why.unread', { count: 1 }));
});

it('a page behind the last one says so and leads to the first', () => {
  const report = reportOf(readState([transactionOf(1)]));
  const beyond = { ...report, question: { ...report.question, page: 7 } };
  const { note, buttons } = viewList(beyond, { rows: [], dropped: 0, count: 3, more: false }, undefined, words);
  expect(note).toContain(words.markdown('billing.empty.beyond', { count: 3 }));
  expect(buttons[0]).toMatchObject({ title: words.plain('billing.button.first'), data: { page: 0 } });
});

it('a row without an amount shows its subtotal and tax in each currency', () => {
  const row = transactionOf(1, { transactionAmount: undefined, tax: { currency: 'USD', value: 19 } });
  const { rows } = viewList(
    reportOf(readState([row])),
    { rows: [row], dropped: 0, count: 1, more: false },
    undefined,
    words,
  );
  expect(rows[0]?.amount).toBe('€1.00 + $19.00');
});

it('rounded totals say that they may not add up', () => {
  const row = transactionOf(1, { transactionAmount: { currency: 'EUR', value: '0.005' } });
  const [exact, rounded] = [transactionOf(1), row].map((one) => viewInvoice(reportOf(readState([one])), words).count);
  expect(exact).not.toContain('rounded');
  expect(rounded).toContain(words.markdown('billing.card.rounded'));
});

it.each([
  [`family ${Array.from({ length: 16 }, (_, n) => `F${n}`).join(' or ')}`, undefined],
  [`family ${Array.from({ length: 17 }, (_, n) => `F${n}`).join(' or ')}`, 'billing.refused.tooMuch'],
  [`product "${'x'.repeat(200)}"`, undefined],
  [`product "${'x'.repeat(201)}"`, 'billing.refused.valueTooLong'],
])('a filter is stored as typed, or refused with a text: %s', (filter, refusal) => {
  const read = () => parseListQuery({ filter, sort: '', search: '' }, 0);
  if (refusal === undefined) expect(listQuery.safeParse(read()).success).toBe(true);
  else expect(read).toThrow(expect.objectContaining({ textKey: refusal }));
});

it('a refund is settled only if its two amounts show it', () => {
  const eur = (value: number) => ({ currency: 'EUR', value });
  const refund = (n: number, refundTransactionDetails: object) =>
    transactionOf(n, { creditType: 'Refund', refundTransactionDetails });
  const fold = foldRefunds();
  for (const row of [
    refund(1, { amountRequested: eur(10), amountRefunded: eur(10) }),
    refund(2, { amountRequested: eur(10), amountRefunded: eur(4) }),
    refund(3, { amountRequested: eur(10), amountRefunded: { currency: 'USD', value: 10 } }),
    refund(4, {}),
  ]) {
    fold.take(row, 0);
  }
  const { refunds, currencies } = fold.end();
  const byName = refunds.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  expect(byName.map(refundState)).toEqual(['settled', 'open', 'unsaid', 'unsaid']);
  expect(currencies.find(({ currency }) => currency === 'EUR')).toMatchObject({ open: '6' });
});

it.each([
  ['a pending invoice', undefined, {}, 'November has no transactions yet'],
  ['an account of an older kind', '8608480', {}, 'an older kind of account'],
  ['one by its PCN name', 'PCN.7f3KQ2', {}, 'an older kind of account'],
])('%s without transactions says why', (_what, account, said, text) => {
  expect(viewInvoice(reportOf(readState([]), said, account), words).progress).toContain(text);
});
