import {
  planFirst,
  planNews,
  priorityOf,
  runStages,
  type StageInput,
  type StageResult,
} from '../../src/alerts/channel/stages.ts';
import type { Signal } from '../../src/alerts/feed/source.ts';
import type { Mute, Watch } from '../../src/alerts/watch/watch.ts';

const NOW = Date.parse('2026-03-02T23:30:00Z');
const HOUR = 3_600_000;

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
  ...{ createdAt: NOW - HOUR, pausedUntil: undefined, deaf: undefined, ...more },
});
const mute = (what: Mute['what'], name: string): Mute => ({
  ...{ id: name, conversationId: 'c', source: 'health', what, name, by: 'Bo', at: NOW },
});
const question = (more: Partial<StageInput> = {}): StageInput => ({
  ...{ signal: signal(), now: NOW, mutes: [], stands: false, leavesOut: () => undefined, ...more },
});
const night = { from: 22 * 60, to: 6 * 60 };
const word = ({ is, reason }: StageResult): string => `${is} ${reason}`;

describe('a watch', () => {
  const reasons = {
    deaf: { deaf: 'Connector.left' },
    paused: { pausedUntil: NOW + 1 },
    quiet: { quiet: night },
  };

  it('says the first rule that speaks: deaf, paused, filter, muted, over before it began, then the hours', () => {
    const all = { ...reasons.deaf, ...reasons.paused, ...reasons.quiet, createdAt: NOW + HOUR };
    const asked = question({
      signal: signal({ open: false }),
      leavesOut: () => ({ text: 'watches.why.small' }),
      mutes: [mute('region', 'West')],
    });
    const open = { ...asked, leavesOut: () => undefined };
    const loud = { ...open, mutes: [] };
    expect([
      word(runStages(watch(all), asked)),
      word(runStages(watch({ ...all, deaf: undefined }), asked)),
      word(runStages(watch({ ...all, deaf: undefined, pausedUntil: NOW }), asked)),
      word(runStages(watch({ ...all, deaf: undefined, pausedUntil: undefined }), open)),
      word(runStages(watch({ ...all, deaf: undefined, pausedUntil: undefined }), loud)),
      word(runStages(watch({ quiet: night }), loud)),
      word(runStages(watch(), loud)),
    ]).toEqual(['out deaf', 'out paused', 'out filter', 'out muted', 'out before', 'held quiet', 'now fits']);
  });

  it.each<[string, Mute[], string]>([
    ['one of two services', [mute('service', 'storage')], 'now fits'],
    ['both services, in any case', [mute('service', 'storage'), mute('service', ' COMPUTE ')], 'out muted'],
    ['its only region', [mute('region', 'west')], 'out muted'],
    ['a service that is called like its region', [mute('service', 'West')], 'now fits'],
  ])('with %s muted', (_what, mutes, wanted) => expect(word(runStages(watch(), question({ mutes })))).toBe(wanted));

  it('names the rule of the filter with its values', () => {
    const judged = runStages(
      watch(),
      question({ leavesOut: () => ({ text: 'a.b', values: { level: 'error', n: 2 } }) }),
    );
    expect(judged.values).toEqual({ rule: 'a.b', level: 'error', n: 2 });
  });

  it('lets what is critical through only where it says so, and only while it goes on', () => {
    const critical = { level: 'critical' as const };
    const said = (more: Partial<Watch>, open = true) =>
      word(runStages(watch({ quiet: night, ...more }), question({ signal: signal({ ...critical, open }) })));
    expect([said({}), said({ criticalAnyway: true }), said({ criticalAnyway: true, rhythm: 'day' })]).toEqual([
      'held quiet',
      'now critical',
      'now critical',
    ]);
    expect(said({ criticalAnyway: true }, false)).toBe('held quiet');
  });
});

describe('a channel', () => {
  const judged = (more: Partial<Watch>, asked = question()): StageResult => runStages(watch(more), asked);
  const awake = { snoozed: undefined };
  const asleep = { snoozed: { name: 'Bo', until: NOW + HOUR } };
  const news = [{ what: 'resolved' as const }];

  it('hears of something first from the most willing of its watches', () => {
    const all = [judged({ deaf: 'x' }), judged({ rhythm: 'day', ref: 'W-2' }), judged({ ref: 'W-3' })];
    expect(planFirst(all, signal())).toMatchObject({ act: 'post', reason: 'fits', watch: { ref: 'W-3' } });
    expect(planFirst(all.slice(0, 2), signal())).toMatchObject({ act: 'hold', reason: 'day', watch: { ref: 'W-2' } });
    expect(planFirst(all.slice(0, 1), signal())).toMatchObject({ act: 'nothing' });
  });

  it('of two that hold it the sooner counts', () => {
    const all = [judged({ rhythm: 'day' }), judged({ rhythm: 'hour', ref: 'W-2' })];
    expect(planFirst(all, signal())).toMatchObject({ reason: 'hour', release: NOW + HOUR / 2, watch: { ref: 'W-2' } });
  });

  it('hears in a digest, as soon as the feed is read, of what was over when it was found', () => {
    const over = signal({ open: false });
    const plan = planFirst([judged({}, question({ signal: over }))], over);
    expect(plan).toMatchObject({ act: 'hold', reason: 'over', release: undefined });
  });

  it('has its card edited in silence where there is no news, or nobody wants any', () => {
    expect(planNews([judged({})], [], awake, NOW)).toMatchObject({ act: 'edit', reason: 'small' });
    expect(planNews([judged({ deaf: 'x' })], news, awake, NOW)).toMatchObject({ act: 'edit', reason: 'unheard' });
    expect(planNews([judged({ deaf: 'x' })], news, asleep, NOW)).toMatchObject({ act: 'edit', reason: 'unheard' });
  });

  it('is told when a sleeping thread wakes, and not in its quiet hours', () => {
    expect(planNews([judged({})], news, asleep, NOW)).toMatchObject({ act: 'hold', release: NOW + HOUR });
    const plan = planNews([judged({ quiet: night })], news, asleep, NOW);
    expect(plan).toMatchObject({ act: 'hold', reason: 'snoozed', release: Date.parse('2026-03-03T06:00:00Z') });
    expect(planNews([judged({})], news, { snoozed: { name: 'Bo', until: NOW } }, NOW).act).toBe('reply');
  });

  it('is woken by what is critical where its watch says so', () => {
    const critical = question({ signal: signal({ level: 'critical' }) });
    expect(planNews([judged({ criticalAnyway: true }, critical)], news, asleep, NOW).act).toBe('reply');
  });
});

it('only what is critical and goes on comes first', () => {
  expect(priorityOf(signal({ level: 'critical' }))).toBe('critical');
  expect(priorityOf(signal({ level: 'critical', open: false }))).toBe('unasked');
  expect(priorityOf(signal())).toBe('unasked');
});
