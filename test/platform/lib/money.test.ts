import { decimal } from '#platform/lib/decimal.ts';
import { formatDecimal, formatMoney, type Money, roundMoney, sumMoney } from '#platform/lib/money.ts';

const money = (currency: string, value: string): Money => ({ currency, value: decimal(value) });
/** Intl writes spaces that do not break. */
const spaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test('there is one total for each currency, in the order of their first amounts', () => {
  const bill = [money('EUR', '0.1'), money('USD', '5'), money('EUR', '0.2'), money('USD', '-5'), money('JPY', '7')];
  expect(sumMoney(bill)).toEqual([money('EUR', '0.3'), money('USD', '0'), money('JPY', '7')]);
});

test('a total keeps every digit however large the amounts are', () => {
  const bill = [money('JPY', '1234567890123456.78'), money('JPY', '0.0000000000000004')];
  expect(sumMoney(bill)).toEqual([money('JPY', '1234567890123456.7800000000000004')]);
});

test('nothing has no total', () => {
  expect(sumMoney([])).toEqual([]);
});

test.each([
  ['EUR', '2.345', '2.35'],
  ['JPY', '2.5', '3'],
  ['KWD', '12.3456', '12.346'],
  ['CLF', '0.00005', '0.0001'],
  ['IQD', '1.0005', '1.001'],
  ['kwd', '1.2345', '1.235'],
  ['???', '1.005', '1.01'],
])('%s %s is rounded to %s', (currency, value, expected) => {
  expect(roundMoney(money(currency, value)).value).toBe(expected);
});

test.each([
  ['en-GB', 'EUR', '1234567890123456.78', '€1,234,567,890,123,456.78'],
  ['de-DE', 'EUR', '-3712.8', '-3.712,80 €'],
  ['en-US', 'JPY', '0.5', '¥1'],
  ['en-US', 'IQD', '7', 'IQD 7.000'],
  ['en-US', 'USD', '0', '$0.00'],
  ['en-US', 'credits', '7', 'credits 7.00'],
  ['en-US', '', '7', '7.00'],
])('%s writes %s %s as %s', (locale, currency, value, expected) => {
  expect(spaced(formatMoney(money(currency, value), locale))).toBe(expected);
});

test('a rate or a number of units is written with every digit', () => {
  expect(formatDecimal(decimal('1234567.8901234567'), 'en-US')).toBe('1,234,567.8901234567');
});
