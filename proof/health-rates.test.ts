import { type History, rateViolations } from './health/rates/invariants.ts';
import type { MetRequest } from './health/rates/strict-teams.ts';

describe('rateViolations', () => {
  const CHANNEL = '19:a@thread.tacv2';
  const said = (mark: number, left: number, more: Partial<MetRequest> = {}): MetRequest => ({
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
  const [critical, normal, edit] = right.met as [MetRequest, MetRequest, MetRequest];
  const many = (count: number, gap: number) => Array.from({ length: count }, (_, n) => n * gap);

  it('messages that arrive in time are no violation', () => expect(rateViolations(right)).toEqual([]));

  it.each<[string, Partial<History>]>([
    ['a request that breaks a window', { met: [critical, said(1, 1_150, { status: 429, rest: 0 }), normal, edit] }],
    ['two requests at once in a conversation', { met: [critical, said(1, 1_150, { status: 412 }), normal, edit] }],
    ['a message that was never posted', { met: [critical], plan: { ...right.plan, edits: [] }, lost: [] }],
    ['a message that waits at the end', { lost: ['1 waits'] }],
    ['a message that was posted twice', { met: [critical, normal, said(1, 1_300), edit] }],
    ['a message with an old text', { met: [critical, normal] }],
    ['a critical message after a minute', { met: [normal, edit, said(0, 61_000)] }],
  ])('%s is a violation', (_what, wrong) => expect(rateViolations({ ...right, ...wrong })).not.toEqual([]));

  it('a request before the end of a Retry-After is a violation', () => {
    const refusal = said(1, 1_150, { status: 429, rest: 5_000, injected: true });
    const at = (left: number) => ({
      ...right,
      refuses: true,
      met: [critical, refusal, said(1, left), said(1, left + 200, { method: 'PUT', says: '1@2' })],
    });
    expect(rateViolations(at(6_200))).toEqual([`${CHANNEL} was spoken to 50 ms early`]);
    expect(rateViolations(at(6_250))).toEqual([]);
  });

  it('more requests within a second than the limit of the tenant are a violation', () => {
    const all = (gap: number): History => ({
      ...right,
      plan: { ...right.plan, sends: many(26, 1).map((mark) => send(mark, 0)), edits: [] },
      met: many(26, gap).map((after, mark) => said(mark, 1_000 + after)),
    });
    expect(rateViolations(all(39))).toEqual(['more than 25 left within a second, 1 times']);
    expect(rateViolations(all(40))).toEqual([]);
  });

  it('more messages before a critical one than one claim takes are a violation', () => {
    const all = (count: number): History => {
      const before = many(count, 50).map((after, n) => said(n + 1, 1_010 + after, { channel: `19:${n}@thread.tacv2` }));
      const sends = [send(0, 0, 'critical'), ...before.map((_, n) => send(n + 1, 0))];
      return { ...right, plan: { ...right.plan, sends, edits: [] }, met: [...before, said(0, 10_000)] };
    };
    expect(rateViolations(all(33))).toEqual(['33 went before the critical 0']);
    expect(rateViolations(all(32))).toEqual([]);
  });
});
