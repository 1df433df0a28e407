import { fc } from '../test/support/fast-check.ts';
import { damageOnePlace } from './fuzz/damage.ts';
import { anyDice } from './lib/check-case.ts';
import { hostileAddresses } from './pin/pin.ts';
import { triesOf } from './retry/table.ts';

it('JSON with one place damaged differs from the valid JSON', () => {
  const valid = { value: [{ id: 'a', properties: { start: '2026-01-01', list: [1, 2] } }], nextLink: null };
  const damaged = fc.sample(
    anyDice.map((dice) => damageOnePlace(valid, dice, 'http://decoy').text),
    500,
  );
  const same = damaged.filter((text) => JSON.stringify(JSON.parse(text)) === JSON.stringify(valid));
  expect(same.length).toBeLessThan(damaged.length / 20);
});

it('hostile addresses are of many kinds', () => {
  expect(new Set(fc.sample(hostileAddresses('127.0.0.1:1', [2, 3]), 1_000)).size).toBeGreaterThan(200);
});

describe('the table of retries', () => {
  it.each([
    ['read', ['breaks', 'fails-500', 'refuses-503'], 4],
    ['read', ['breaks', 'breaks', 'breaks', 'breaks'], 4],
    ['same-bytes', ['denies-400'], 1],
    ['charged', ['refuses-429', 'breaks', 'refuses-429'], 3],
    ['charged', ['breaks', 'breaks'], 2],
    ['refused-only', ['refuses-429', 'breaks'], 2],
    ['unsent-only', ['refuses-503'], 1],
    ['unsent-only', ['breaks'], 1],
  ] as const)('a %s call against %j goes out %d times', (kind, script, tries) => {
    expect(triesOf(kind, script)).toBe(tries);
  });
});
