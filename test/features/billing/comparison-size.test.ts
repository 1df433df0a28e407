import { foldComparison } from '#features/billing/report/comparison.ts';
import { comparison } from '#features/billing/report/comparison-report.ts';
import type { Services } from '#features/feature.ts';
import { decimal } from '#platform/lib/decimal.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { payloadBytes } from '#teams/cards/define-card.ts';
import { rowsOf } from '../../support/billing.ts';
import { readState, reportOf, transactionOf } from './invoice-samples.ts';

const thresholds = { least: decimal('1'), percent: decimal('10') };
const currencies = ['EUR', 'USD', 'JPY', 'CHF', 'GBP', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'];
const drawing = { words: loadTexts().for('en'), services: {} as Services, correlation: 'c', endBy: 0 };
/** Two invoices of so many products, each with a name of full length and three times as much in the second one. */
const compared = (products: number) => {
  const fold = foldComparison(thresholds);
  for (const [invoice, factor] of [1, 3].entries()) {
    for (let n = 0; n < products; n += 1) {
      const name = `${n} ${'Ünïcødé “quotes” & *marks* '.repeat(8)}`;
      const currency = currencies[n % currencies.length] ?? 'EUR';
      const transactionAmount = { currency, value: factor * (n + 1) * 1_000_000 };
      fold.take(transactionOf(n, { productDescription: name, productFamily: name, transactionAmount }), invoice);
    }
  }
  const { filtered: _totals, ...about } = reportOf(readState([]));
  return {
    ...about,
    question: comparison.question.parse({ by: 'product', language: 'en', ...thresholds }),
    invoices: ['october', 'november'].map((title) => ({ title, id: title })),
    state: {
      is: 'read' as const,
      ends: [1, 2].map(() => ({ complete: true as const, rows: products, of: products })),
      result: fold.end(),
    },
  };
};

it.each([10, 2_000])('a comparison of %d products with the longest names is cut to fit on a card', async (products) => {
  const { card } = await comparison.draw(compared(products), drawing);
  expect(payloadBytes(card)).toBeLessThan(26 * 1_024);
  expect(rowsOf({ cards: [card] }).length).toBeGreaterThanOrEqual(currencies.length);
  expect(JSON.stringify(card)).toContain(`${products} transactions`.replace('2000', '2,000'));
});
