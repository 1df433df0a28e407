import { noiseViolations, type Outcome } from './health/noise/invariants.ts';
import { type Case, casesOf, type Moment, TABLE_SIZE, type Wanted, wantedOf } from './health/noise/model.ts';
import { testViolations } from './lib/testing.ts';

it('the table has each combination of settings once', () => {
  const rows = casesOf(1, TABLE_SIZE).map((row) => JSON.stringify(row));
  expect([rows.length, new Set(rows).size]).toEqual([12_096, 12_096]);
});

const at = Date.parse('2026-05-05T23:10:30Z');
const row: Case = {
  ...{ told: 'news', level: 'critical', atLeast: undefined, rhythm: 'prompt', quiet: 'none', anyway: false },
  ...{ mute: 'none', pause: 'none', snooze: 'none', acknowledged: false },
};

describe('the wanted notification', () => {
  const moment: Moment = {
    ...{ at, zone: 'UTC', awake: Date.parse('2026-05-06T01:20:00Z') },
    quiet: {
      none: undefined,
      now: { from: 1_320, to: 360 },
      night: { from: 1_320, to: 570 },
      soon: { from: 1_395, to: 90 },
    },
  };
  const said = (more: Partial<Case>): string => {
    const { does, release, rule } = wantedOf({ ...row, ...more }, moment);
    return `${does} ${rule}${release === undefined ? '' : ` ${new Date(release).toISOString().slice(5, 16)}`}`;
  };

  it.each<[Partial<Case>, string]>([
    [{}, 'speak regionTouched'],
    [{ told: 'first' }, 'speak fits'],
    [{ quiet: 'now' }, 'hold quiet 05-06T06:00'],
    [{ quiet: 'now', anyway: true, told: 'first' }, 'speak critical'],
    [{ quiet: 'now', anyway: true, level: 'error' }, 'hold quiet 05-06T06:00'],
    [{ rhythm: 'hour' }, 'hold hour 05-06T00:00'],
    [{ rhythm: 'hour', quiet: 'soon' }, 'hold hour 05-06T01:30'],
    [{ rhythm: 'day', quiet: 'night' }, 'hold day 05-06T09:30'],
    [{ snooze: 'on' }, 'hold snoozed 05-06T01:20'],
    [{ snooze: 'on', quiet: 'now' }, 'hold snoozed 05-06T06:00'],
    [{ snooze: 'on', rhythm: 'hour' }, 'hold snoozed 05-06T02:00'],
    [{ snooze: 'over', acknowledged: true }, 'speak regionTouched'],
    [{ snooze: 'on', mute: 'all' }, 'nothing muted'],
    [{ mute: 'some' }, 'speak regionTouched'],
    [{ told: 'first', level: 'warning', atLeast: 'error', quiet: 'now' }, 'nothing filter'],
    [{ pause: 'on', anyway: true }, 'nothing paused'],
  ])('of a critical update with %j is: %s', (more, wanted) => expect(said(more)).toBe(wanted));
});

describe('noiseViolations', () => {
  const release = at + 60_000;
  const held: Wanted = { does: 'hold', release, verdict: 'held', rule: 'quiet' };
  const edit = { what: 'edit', after: at - 1, by: at } as const;
  const digest = { what: 'digest', after: release - 500, by: release + 2_500 } as const;
  const right: Outcome = { row, wanted: held, at, notifications: [edit, digest], digested: 1, why: ['held quiet'] };
  const word = { what: 'word', after: at - 1, by: at } as const;
  const spoken: Partial<Outcome> = { wanted: { ...held, does: 'speak', release: undefined }, digested: 0 };

  testViolations(noiseViolations, 'a digest in time', right, [
    ['a missing digest', { notifications: [edit] }],
    ['a second digest', { notifications: [edit, digest, digest] }],
    ['a line in two digests', { digested: 2 }],
    ['a digest before its time', { notifications: [edit, { ...digest, after: at, by: release - 500 }] }],
    ['a digest after its time', { notifications: [edit, { ...digest, after: release + 2_500, by: release + 9_000 }] }],
    ['a reply that was to be held', { notifications: [edit, digest, word] }],
    ['a missing reply', { ...spoken, notifications: [edit] }],
    ['a late reply', { ...spoken, notifications: [edit, { ...word, after: at + 1 }] }],
    ['a card that was not edited', { notifications: [digest] }],
    ['a notification log with another rule', { why: ['held hour'] }],
  ]);

  it('a reply in time is no violation', () => {
    expect(noiseViolations({ ...right, ...spoken, notifications: [edit, word] })).toEqual([]);
  });

  it('a second message about an incident that is new to the channel is a violation', () => {
    const first = { ...right, row: { ...row, told: 'first' as const } };
    expect(noiseViolations({ ...first, notifications: [digest] })).toEqual([]);
    expect(noiseViolations(first)).toHaveLength(1);
  });
});
