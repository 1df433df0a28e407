import { fuzzUpstream } from './fuzz/fuzz.ts';
import { damageOnePlace } from './fuzz/one-place.ts';
import { hostileAddress } from './pin/hostile.ts';
import { pin } from './pin/pin.ts';
import type { Violation } from './proof.ts';
import { retry } from './retry/retry.ts';
import { triesOf } from './retry/table.ts';
import { diceOf } from './run-on-stores.ts';

jest.setTimeout(300_000);

it.each([
  { proof: fuzzUpstream, runs: 300 },
  { proof: pin, runs: 200 },
  { proof: retry, runs: 100 },
])('$proof.name holds', async ({ proof, runs }) => {
  const violations: Violation[] = [];
  const made = await proof.prove({ runs, seed: 4, stores: [], complain: (broken) => violations.push(broken) });
  expect({ made, violations }).toEqual({ made: runs, violations: [] });
});

it('damage in one place leaves JSON that differs from what was valid', () => {
  const valid = { value: [{ id: 'a', properties: { start: '2026-01-01', list: [1, 2] } }], nextLink: null };
  const damaged = Array.from({ length: 500 }, (_, run) => damageOnePlace(valid, diceOf(4, run), 'http://decoy').text);
  const same = damaged.filter((text) => JSON.stringify(JSON.parse(text)) === JSON.stringify(valid));
  expect(same.length).toBeLessThan(damaged.length / 20);
});

it('hostile addresses are of many kinds', () => {
  const addresses = Array.from({ length: 1_000 }, (_, run) => hostileAddress(diceOf(4, run), '127.0.0.1:1', [2, 3]));
  expect(new Set(addresses).size).toBeGreaterThan(200);
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
