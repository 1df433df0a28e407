import { decimal } from '#platform/lib/decimal.ts';
import { formatDecimal, formatMoney, type Money, roundMoney, sumMoney } from '#platform/lib/money.ts';
import cases from '../../fixtures/lib/money.json' with { type: 'json' };

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

test.each(cases.rounded)('$currency $value is rounded to $expected', ({ currency, value, expected }) => {
  expect(roundMoney(money(currency, value)).value).toBe(expected);
});

test.each(cases.written)('$locale writes $currency $value as $expected', ({ locale, currency, value, expected }) => {
  expect(spaced(formatMoney(money(currency, value), locale))).toBe(expected);
});

test('a rate or a number of units is written with every digit', () => {
  expect(formatDecimal(decimal('1234567.8901234567'), 'en-US')).toBe('1,234,567.8901234567');
});
