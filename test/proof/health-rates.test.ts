import { type History, rateViolations } from './health/rates/invariants.ts';
import { rates } from './health/rates/rates.ts';
import type { Met } from './health/rates/strict-teams.ts';
import { proveShortly } from './short-tier.ts';

it('much at once keeps every window, what is critical first', async () => {
  expect(await proveShortly(rates, { runs: 150, seed: 4 })).toEqual({ made: 150, violations: [] });
}, 300_000);

describe('the invariants find', () => {
  const CHANNEL = '19:a@thread.tacv2';
  const said = (mark: number, left: number, more: Partial<Met> = {}): Met => ({
    ...{ left, arrived: left + 50, answered: left + 100, channel: CHANNEL, method: 'POST', says: `${mark}@1` },
    ...{ status: 200, rest: undefined, injected: false, ...more },
  });
  const send = (mark: number, at: number, priority: 'critical' | 'unasked' = 'unasked') => ({
    ...{ mark, at, priority, channel: CHANNEL, under: undefined },
  });
  const right: History = {
    plan: { channels: [CHANNEL], sends: [send(0, 0, 'critical'), send(1, 0)], edits: [{ mark: 1, at: 500 }] },
    beginAt: 1_000,
    met: [said(0, 1_000), said(1, 1_200), said(1, 1_600, { method: 'PUT', says: '1@2' })],
    refuses: false,
    lost: [],
  };
  const [critical, normal, edit] = right.met as [Met, Met, Met];
  const many = (count: number, gap: number) => Array.from({ length: count }, (_, n) => n * gap);

  it('nothing wrong with what arrived in time', () => expect(rateViolations(right)).toEqual([]));

  it.each<[string, Partial<History>]>([
    ['a window that was broken', { met: [critical, said(1, 1_150, { status: 429, rest: 0 }), normal, edit] }],
    ['a conversation with two requests in it', { met: [critical, said(1, 1_150, { status: 412 }), normal, edit] }],
    ['what was never posted', { met: [critical], plan: { ...right.plan, edits: [] }, lost: [] }],
    ['what waits at the end', { lost: ['1 waits'] }],
    ['what was posted twice', { met: [critical, normal, said(1, 1_300), edit] }],
    ['what does not say the newest', { met: [critical, normal] }],
    ['what is critical after a minute', { met: [normal, edit, said(0, 61_000)] }],
  ])('%s', (_what, wrong) => expect(rateViolations({ ...right, ...wrong })).not.toEqual([]));

  it('a Retry-After that was not kept', () => {
    const refusal = said(1, 1_150, { status: 429, rest: 5_000, injected: true });
    const at = (left: number) => ({
      ...right,
      refuses: true,
      met: [critical, refusal, said(1, left), said(1, left + 200, { method: 'PUT', says: '1@2' })],
    });
    expect(rateViolations(at(6_200))).toEqual([`${CHANNEL} was spoken to 50 ms early`]);
    expect(rateViolations(at(6_250))).toEqual([]);
  });

  it('more than the tenant’s limit within a second', () => {
    const all = (gap: number): History => ({
      ...right,
      plan: { ...right.plan, sends: many(26, 1).map((mark) => send(mark, 0)), edits: [] },
      met: many(26, gap).map((after, mark) => said(mark, 1_000 + after)),
    });
    expect(rateViolations(all(39))).toEqual(['more than 25 left within a second, 1 times']);
    expect(rateViolations(all(40))).toEqual([]);
  });

  it('what goes before what is critical', () => {
    const all = (count: number): History => {
      const before = many(count, 50).map((after, n) => said(n + 1, 1_010 + after, { channel: `19:${n}@thread.tacv2` }));
      const sends = [send(0, 0, 'critical'), ...before.map((_, n) => send(n + 1, 0))];
      return { ...right, plan: { ...right.plan, sends, edits: [] }, met: [...before, said(0, 10_000)] };
    };
    expect(rateViolations(all(33))).toEqual(['33 went before the critical 0']);
    expect(rateViolations(all(32))).toEqual([]);
  });
});
