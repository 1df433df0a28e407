import { SECOND } from '../src/platform/lib/clock.ts';
import type { Bot } from './cluster/bots.ts';
import { lateAnswers, lostWrites } from './standstill/invariants.ts';
import { planOf } from './standstill/plan.ts';
import type { Answer } from './standstill/requests.ts';

it('the same seed makes the same schedule, with standstills of 5 to 90 s', () => {
  const lengths = Array.from({ length: 400 }, (_, n) => planOf(3, n + 1)).flatMap(({ faults }) =>
    faults.flatMap(({ fault }) => ('ms' in fault ? [fault.ms] : [])),
  );
  expect(planOf(3, 7).faults).toEqual(planOf(3, 7).faults);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(5 * SECOND);
  expect(Math.min(...lengths)).toBeLessThan(6 * SECOND);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(90 * SECOND);
  expect(Math.max(...lengths)).toBeGreaterThan(80 * SECOND);
});

describe('the checks of a standstill', () => {
  const bot = {} as Bot;
  const answer: Answer = { bot, what: 'request', from: 0, to: 4 * SECOND, status: 200 };
  const never = () => false;
  const measured = (change: Partial<Answer>, out: boolean, wrongClocks: boolean, slowest: number) => ({
    answers: [{ ...answer, ...change }],
    botFaults: { wasOut: out ? () => true : never, hadWrongClock: wrongClocks ? () => true : never },
    referenceBot: { slowest: () => slowest },
  });

  it.each<[string, Partial<Answer>, RegExp]>([
    ['a late answer', { to: 6 * SECOND }, /^request was answered after 6000 ms, not 5300$/],
    ['an error as the answer', { status: 500 }, /answered with 500/],
    ['no answer', { status: 0 }, /answered with 0/],
    ['a refusal by a right clock', { status: 403 }, /answered with 403/],
  ])('%s is a violation', (_what, change, says) => {
    expect(lateAnswers(measured(change, false, false, 100))).toEqual([expect.stringMatching(says)]);
  });

  it.each<[string, Parameters<typeof measured>]>([
    ['an answer in time', [{}, false, false, 100]],
    ['a late answer on a machine that is as slow', [{ to: 9 * SECOND }, false, false, 2 * SECOND]],
    ['a missing answer of a paused bot', [{ to: 30 * SECOND, status: 0 }, true, false, 100]],
    ['a refusal by a wrong clock', [{ status: 403 }, false, true, 100]],
  ])('%s is no violation', (_what, given) => {
    expect(lateAnswers(measured(...given))).toEqual([]);
  });

  it('an acknowledged row that is not in the store is a violation', async () => {
    const missing = async (ids: readonly string[]) => ids.filter((id) => id === 'b');
    expect(await lostWrites({ missing }, ['a', 'b'])).toEqual([
      'row b of the ledger was acknowledged and is not there',
    ]);
  });
});
