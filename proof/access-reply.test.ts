import type { FrontCall } from './access-cards/vendor-front.ts';
import { brokenReplies, earlyAtVendor, teamsViolations } from './access-reply/invariants.ts';

describe('the checks of replies', () => {
  it.each([
    ['presses within 3 s are no violation', 'press', 3_000, 0],
    ['presses over 3 s are a violation', 'press', 3_001, 1],
    ['commands within 15 s are no violation', 'command', 15_000, 0],
    ['commands that take over 15 s are a violation', 'command', 15_001, 1],
  ])('%s', (_what, of, ms, count) => {
    expect(brokenReplies(Array(100).fill({ of, ms, slowdown: 1 }))).toHaveLength(count);
  });

  const throttled: FrontCall = {
    ...{ name: 'a', correlation: 'c', at: 1_000 },
    outcome: { is: 'refused', status: 429, code: 'TooManyRequests', retryAfter: 2 },
  };
  const sent = (name: string, at: number): FrontCall => ({ name, correlation: 'c', at, outcome: { is: 'passed on' } });
  it.each([
    ['a grant that is sent again after its Retry-After is no violation', [throttled, sent('a', 3_000)], 0],
    ['a grant that is sent again before it is a violation', [throttled, sent('a', 2_999)], 1],
    ['another grant meanwhile is no violation', [throttled, sent('b', 1_001)], 0],
  ])('%s', (_what, calls, count) => {
    expect(earlyAtVendor(calls)).toHaveLength(count);
  });

  const call = (at: number, thread = 't', status = 200) => ({
    at,
    status,
    method: 'POST',
    path: `/v3/conversations/${thread};messageid=1/activities`,
  });
  const many = (count: number, apartMs: number, thread = () => 't') =>
    Array.from({ length: count }, (_, n) => call(n * apartMs, thread()));
  let others = 0;
  const anyThread = () => {
    others += 1;
    return `t${others}`;
  };
  it.each([
    ['7 calls a second in one thread are no violation', many(7, 10), 0, 0],
    ['8 calls a second in one thread are a violation', many(8, 10), 0, 1],
    ['8 calls in more than a second are no violation', many(8, 143), 0, 0],
    ['30 calls a second in all are no violation', many(30, 10, anyThread), 0, 0],
    ['31 calls a second in all are a violation', many(31, 10, anyThread), 0, 1],
    ['a refusal that Teams was told to make is no violation', [call(0, 't', 429), call(2_000)], 1, 0],
    ['a refusal over a limit is a violation', [call(0, 't', 429), call(2_000)], 0, 1],
    ['a call before the Retry-After is a violation', [call(0, 't', 429), call(1_999)], 1, 1],
    ['a call to another thread meanwhile is no violation', [call(0, 't', 429), call(10, 'u')], 1, 0],
  ])('%s', (_what, calls, injected, count) => {
    expect(teamsViolations(calls, { count: injected, retryAfter: 2 })).toHaveLength(count);
  });
});
