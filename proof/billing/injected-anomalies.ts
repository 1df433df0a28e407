import type { Dice } from '../run-on-stores.ts';
import type { WrittenRow } from './random-row.ts';

const PRODUCTS = 12;
const DAYS = 20;

const row = (id: string, product: string, value: string, more: Partial<WrittenRow> = {}, day = 1): WrittenRow => ({
  id: `/transactions/${id}`,
  name: id,
  amounts: { transactionAmount: { currency: 'EUR', value } },
  words: {
    productDescription: product,
    transactionType: 'Purchase',
    invoiceId: '/invoices/1',
    date: `2026-10-${String(day).padStart(2, '0')}T00:00:00Z`,
  },
  ...more,
});

const cents = (dice: Dice, least: number, span: number): string =>
  (least + Math.floor(dice.next() * span) / 100).toFixed(2);

/** A flat invoice: each product on each day, its amount moving by a few cents; and the same again with some things injected. */
export const injectedIn = (
  dice: Dice,
): {
  readonly before: readonly WrittenRow[];
  readonly after: readonly WrittenRow[];
  readonly injected: readonly string[];
} => {
  const month = (name: string): WrittenRow[] =>
    Array.from({ length: PRODUCTS }, (_, product) => product).flatMap((product) =>
      Array.from({ length: DAYS }, (__, day) =>
        row(`${name}-${product}-${day}`, `Product ${product}`, cents(dice, 120 + product, 50), {}, day + 1),
      ),
    );
  const before = month('before');
  const flat = month('after');
  const injected: string[] = [];
  const wants = (rule: string, label: string): boolean => {
    const planting = dice.oneIn(2);
    if (planting) injected.push(`${rule} ${label}`);
    return planting;
  };
  const gone = wants('gone', 'Product 0');
  const jump = wants('jump', 'Product 1');
  const after = flat.flatMap((one): WrittenRow[] => {
    const product = one.words['productDescription'];
    if (gone && product === 'Product 0') return [];
    if (!jump || product !== 'Product 1') return [one];
    const value = (Number(one.amounts.transactionAmount?.value) * 2).toFixed(2);
    return [{ ...one, amounts: { transactionAmount: { currency: 'EUR', value } } }];
  });
  if (wants('new', 'Product new')) after.push(row('new', 'Product new', cents(dice, 100, 900)));
  const [twin] = flat.filter(({ words }) => words['productDescription'] === 'Product 2');
  if (twin && wants('twice', 'Product 2')) after.push({ ...twin, id: '/transactions/twin', name: 'twin' });
  const short = { requested: { currency: 'EUR', value: '-900' }, refunded: { currency: 'EUR', value: '-700.5' } };
  const refund = row('refund', 'Product 3', '-50.00');
  const words = { ...refund.words, creditType: 'Refund' };
  if (wants('refund', 'Product 3')) after.push({ ...refund, ...short, words });
  // Below the thresholds, or paid in full: never an alarm.
  after.push(row('small', 'Product small', '99.99'), {
    ...row('paid', 'Product 4', '-30.00'),
    requested: short.requested,
    refunded: short.requested,
  });
  return { before, after, injected };
};
