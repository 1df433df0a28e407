import {
  partlyMuted,
  planFirst,
  planNews,
  priorityOf,
  type Routing,
  type RoutingInput,
  routeSignal,
} from '#engine/alerts/channel/routing.ts';
import type { Signal } from '#engine/alerts/feed/signal.ts';
import type { Mute, Watch } from '#engine/alerts/watch/watch.ts';
import { HOUR } from '#platform/lib/clock.ts';

const NOW = Date.parse('2026-03-02T23:30:00Z');

const signal = (more: Partial<Signal> = {}): Signal => ({
  ...{ key: 'A-1', aliases: [], open: true, level: 'error', rank: 0, updatedAt: NOW, services: ['Storage', 'Compute'] },
  ...{ regions: [{ name: 'West', open: true }], review: '', hidden: false, ...more },
});
const watch = (more: Partial<Watch> = {}): Watch => ({
  ...{
    id: 'w',
    ref: 'W-1',
    source: 'health',
    conversationId: 'c',
    feed: 'f',
    title: 'F',
    filter: {},
    rhythm: 'prompt',
  },
  ...{
    quiet: undefined,
    zone: 'UTC',
    criticalAnyway: false,
    language: 'en',
    createdBy: { objectId: 'a', name: 'Ana' },
  },
  ...{ createdAt: NOW - HOUR, pausedUntil: undefined, unreachable: undefined, ...more },
});
const mute = (what: Mute['what'], name: string): Mute => ({
  ...{ id: name, conversationId: 'c', source: 'health', what, name, by: 'Bo', at: NOW },
});
const input = (more: Partial<RoutingInput> = {}): RoutingInput => ({
  ...{ signal: signal(), now: NOW, mutes: [], isShown: false },
  ...{ isOpening: () => false, exclusionReason: () => undefined, ...more },
});
const night = { from: 22 * 60, to: 6 * 60 };
const summary = ({ when, reason }: Routing): string => `${when} ${reason}`;

describe('a watch', () => {
  const reasons = {
    unreachable: { unreachable: 'Connector.left' },
    paused: { pausedUntil: NOW + 1 },
    quiet: { quiet: night },
  };

  it('applies the first matching rule: unreachable, paused, filter, muted, resolved before it began, quiet hours', () => {
    const all = { ...reasons.unreachable, ...reasons.paused, ...reasons.quiet, createdAt: NOW + HOUR };
    const given = input({
      signal: signal({ open: false }),
      exclusionReason: () => ({ text: 'health.leftOut.type' }),
      mutes: [mute('region', 'West')],
    });
    const open = { ...given, exclusionReason: () => undefined };
    const loud = { ...open, mutes: [] };
    expect([
      summary(routeSignal(watch(all), given)),
      summary(routeSignal(watch({ ...all, unreachable: undefined }), given)),
      summary(routeSignal(watch({ ...all, unreachable: undefined, pausedUntil: NOW }), given)),
      summary(routeSignal(watch({ ...all, unreachable: undefined, pausedUntil: undefined }), open)),
      summary(routeSignal(watch({ ...all, unreachable: undefined, pausedUntil: undefined }), loud)),
      summary(routeSignal(watch({ quiet: night }), loud)),
      summary(routeSignal(watch(), loud)),
    ]).toEqual([
      'never deaf',
      'never paused',
      'never filter',
      'never muted',
      'never before',
      'later quiet',
      'now fits',
    ]);
  });

  it.each<[string, Mute[], string]>([
    ['one of two services', [mute('service', 'storage')], 'now fits'],
    ['both services, in another case', [mute('service', 'storage'), mute('service', ' COMPUTE ')], 'never muted'],
    ['its only region', [mute('region', 'west')], 'never muted'],
    ['a service with its region’s name', [mute('service', 'West')], 'now fits'],
  ])('a watch with %s muted', (_what, mutes, wanted) =>
    expect(summary(routeSignal(watch(), input({ mutes })))).toBe(wanted),
  );

  it('a watch gives the reason of its filter with the values', () => {
    const result = routeSignal(
      watch(),
      input({ exclusionReason: () => ({ text: 'health.leftOut.level', values: { level: 'error', n: 2 } }) }),
    );
    expect(result.values).toEqual({ rule: 'health.leftOut.level', level: 'error', n: 2 });
  });

  it('exempts critical incidents from quiet hours only if set so, and only while they are open', () => {
    const critical = { level: 'critical' as const };
    const when = (more: Partial<Watch>, open = true) =>
      summary(routeSignal(watch({ quiet: night, ...more }), input({ signal: signal({ ...critical, open }) })));
    expect([when({}), when({ criticalAnyway: true }), when({ criticalAnyway: true, rhythm: 'day' })]).toEqual([
      'later quiet',
      'now critical',
      'now critical',
    ]);
    expect(when({ criticalAnyway: true }, false)).toBe('later quiet');
  });
});

describe('a channel', () => {
  const result = (more: Partial<Watch>, given = input()): Routing => routeSignal(watch(more), given);
  const notSnoozed = { snoozed: undefined };
  const snoozed = { snoozed: { name: 'Bo', until: NOW + HOUR } };
  const news = [{ what: 'resolved' as const }];

  it('a channel without a card is notified by the first watch that notifies now', () => {
    const all = [result({ unreachable: 'x' }), result({ rhythm: 'day', ref: 'W-2' }), result({ ref: 'W-3' })];
    expect(planFirst(all, signal())).toMatchObject({ act: 'post', reason: 'fits', watch: { ref: 'W-3' } });
    expect(planFirst(all.slice(0, 2), signal())).toMatchObject({ act: 'hold', reason: 'day', watch: { ref: 'W-2' } });
    expect(planFirst(all.slice(0, 1), signal())).toMatchObject({ act: 'nothing' });
  });

  it('a channel with two queueing watches uses the earlier release', () => {
    const all = [result({ rhythm: 'day' }), result({ rhythm: 'hour', ref: 'W-2' })];
    expect(planFirst(all, signal())).toMatchObject({ reason: 'hour', release: NOW + HOUR / 2, watch: { ref: 'W-2' } });
  });

  it('a channel gets an incident that is found resolved in a digest after the poll', () => {
    const over = signal({ open: false });
    const plan = planFirst([result({}, input({ signal: over }))], over);
    expect(plan).toMatchObject({ act: 'hold', reason: 'over', release: undefined });
  });

  it('a channel with a card gets no note without news, or without a watch that notifies', () => {
    expect(planNews([result({})], [], notSnoozed, NOW)).toMatchObject({ act: 'edit', reason: 'small' });
    expect(planNews([result({ unreachable: 'x' })], news, notSnoozed, NOW)).toMatchObject({
      act: 'edit',
      reason: 'unheard',
    });
    expect(planNews([result({ unreachable: 'x' })], news, snoozed, NOW)).toMatchObject({
      act: 'edit',
      reason: 'unheard',
    });
  });

  it('a channel gets queued notes when the snooze ends, but not in quiet hours', () => {
    expect(planNews([result({})], news, snoozed, NOW)).toMatchObject({ act: 'hold', release: NOW + HOUR });
    const plan = planNews([result({ quiet: night })], news, snoozed, NOW);
    expect(plan).toMatchObject({ act: 'hold', reason: 'snoozed', release: Date.parse('2026-03-03T06:00:00Z') });
    expect(planNews([result({})], news, { snoozed: { name: 'Bo', until: NOW } }, NOW).act).toBe('reply');
  });

  it('a channel gets a critical note in spite of a snooze if its watch exempts critical incidents', () => {
    const critical = input({ signal: signal({ level: 'critical' }) });
    expect(planNews([result({ criticalAnyway: true }, critical)], news, snoozed, NOW).act).toBe('reply');
  });
});

it('only an open critical incident has the priority critical', () => {
  expect(priorityOf(signal({ level: 'critical' }))).toBe('critical');
  expect(priorityOf(signal({ level: 'critical', open: false }))).toBe('unasked');
  expect(priorityOf(signal())).toBe('unasked');
});

it('an incident with one of two services muted still comes: what is muted and what is not is told', () => {
  expect(partlyMuted(signal(), [mute('service', 'storage')], NOW)).toEqual({ muted: ['Storage'], others: ['Compute'] });
  expect(partlyMuted(signal(), [], NOW)).toBeUndefined();
  expect(partlyMuted(signal(), [{ ...mute('service', 'Storage'), until: NOW - 1 }], NOW)).toBeUndefined();
});
