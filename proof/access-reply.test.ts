import type { FrontCall } from './access-cards/vendor-front.ts';
import { brokenReplies, earlyAtVendor, teamsViolations } from './access-reply/invariants.ts';

describe('the checks of replies', () => {
  it.each([
    [
      '99 of 100 within 3 s are no violation',
      [...Array(99).fill({ of: 'press', ms: 3_000, slowdown: 1 }), { of: 'press', ms: 9_000, slowdown: 1 }],
      0,
    ],
    [
      '2 of 100 over 3 s are one violation',
      [
        ...Array(98).fill({ of: 'press', ms: 10, slowdown: 1 }),
        ...Array(2).fill({ of: 'press', ms: 3_001, slowdown: 1 }),
      ],
      1,
    ],
    [
      'what takes longer by as much as the machine is busy is no violation',
      Array(100).fill({ of: 'press', ms: 8_900, slowdown: 3 }),
      0,
    ],
    [
      'what takes longer than the busy machine explains is a violation',
      Array(100).fill({ of: 'press', ms: 9_100, slowdown: 3 }),
      1,
    ],
    ['99 of 100 commands within 15 s are no violation', Array(100).fill({ of: 'command', ms: 15_000, slowdown: 1 }), 0],
    ['commands that take over 15 s are a violation', Array(100).fill({ of: 'command', ms: 15_001, slowdown: 1 }), 1],
    ['99 of them, however slow, are no violation', Array(99).fill({ of: 'press', ms: 9_100, slowdown: 3 }), 0],
  ])('%s', (_what, all, count) => {
    expect(brokenReplies(all)).toHaveLength(count);
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
