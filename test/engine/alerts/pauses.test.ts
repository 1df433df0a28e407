import { nextDigest, releaseOf } from '#engine/alerts/watch/watch.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { quietUntil } from '#platform/lib/quiet-hours.ts';
import { CHANNEL, describeAlerts, incident } from './engine.ts';

const ONE_IN_DIGEST = 'send #: One incident since the last notification';

describeAlerts((e) => {
  let ref: string;
  beforeEach(async () => {
    ({ ref } = await e.watch());
    await e.pass();
  });

  const pause = (until: number | undefined = Number.POSITIVE_INFINITY) => e.alerts.pause(CHANNEL, ref, until);
  const resume = async () => {
    expect((await e.alerts.pause(CHANNEL, ref, undefined))?.pausedUntil).toBeUndefined();
    await e.pass();
    await e.pass();
  };

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['with an end', () => pause(e.clock.now() + HOUR), () => e.pass(HOUR).then(() => e.pass())],
    ['without an end', () => pause(), resume],
  ])('after a pause %s, open incidents are posted and resolved ones come in a digest', async (_what, begin, end) => {
    await begin();
    e.putItem(incident('A-1', { open: false }));
    await e.update('A-2');
    expect(e.newCalls()).toEqual([]);
    await end();
    expect(e.newCalls().sort()).toEqual([ONE_IN_DIGEST, 'send #: trouble A-2: open error']);
    expect((await e.alerts.watches(CHANNEL))[0]?.pausedUntil).toBeUndefined();
  });

  it('a pause without an end is read back as such, and belongs to its own conversation', async () => {
    expect((await pause())?.pausedUntil).toBe(Number.POSITIVE_INFINITY);
    expect(await e.alerts.pause('19:other@thread.tacv2', ref, undefined)).toBeUndefined();
  });

  it('an incident with a card that was resolved in the pause comes in a digest once', async () => {
    await e.update('A-1');
    await pause();
    await e.update('A-1', { open: false });
    expect(e.newCalls()).toEqual(['send #: trouble A-1: open error', 'edit #;m1: trouble A-1: over error']);
    await resume();
    expect(e.newCalls()).toEqual([ONE_IN_DIGEST]);
    await pause();
    await e.pass();
    await resume();
    expect(e.newCalls()).toEqual([]);
  });

  it('the listeners of a watch are notified once when its pause ends', async () => {
    const changed: string[] = [];
    e.alerts.onWatchChanged(async (_trx, watch) => void changed.push(watch.ref));
    await pause(e.clock.now() + HOUR);
    await e.pass();
    expect(changed).toEqual([]);
    await e.pass(HOUR);
    await e.pass(HOUR);
    expect(changed).toEqual([ref]);
  });

  it('an incident that another watch of the channel posted meanwhile is not posted again', async () => {
    await e.watch({ filter: { atLeast: 'error' } });
    await e.pass();
    await pause();
    await e.update('A-1');
    await e.update('A-1', { open: false });
    e.newCalls();
    await resume();
    expect(e.newCalls()).toEqual([]);
  });

  it('an incident that is muted when the pause ends is left out', async () => {
    await pause();
    await e.update('A-1', { open: false });
    await e.alerts.mute({ conversationId: CHANNEL, source: 'health', what: 'region', name: 'West', by: 'Bo' });
    await resume();
    await e.pass(5 * MINUTE);
    expect(e.newCalls()).toEqual([]);
  });
});

const at = (text: string): number => Date.parse(text);
const format = (moment: number | undefined): string | undefined =>
  moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 16);
const BERLIN = 'Europe/Berlin';
const clock = (hours: number, minutes = 0): number => hours * 60 + minutes;

describe('the end of quiet hours', () => {
  const night = { from: clock(22), to: clock(7) };
  const late = { from: clock(22), to: clock(2, 30) };
  const noon = { from: clock(12), to: clock(13, 30) };

  it.each([
    ['before they begin', noon, 'UTC', '2026-03-02T11:59:59Z', undefined],
    ['as they begin', noon, 'UTC', '2026-03-02T12:00:00Z', '2026-03-02T13:30'],
    ['in their last second', noon, 'UTC', '2026-03-02T13:29:59Z', '2026-03-02T13:30'],
    ['as they end', noon, 'UTC', '2026-03-02T13:30:00Z', undefined],
    ['over midnight, before it', night, 'UTC', '2026-03-02T23:00:00Z', '2026-03-03T07:00'],
    ['over midnight, after it', night, 'UTC', '2026-03-03T00:00:00Z', '2026-03-03T07:00'],
    ['in a zone', night, BERLIN, '2026-03-02T21:30:00Z', '2026-03-03T06:00'],
    ['in a zone of half hours', night, 'Asia/Kolkata', '2026-03-02T17:00:00Z', '2026-03-03T01:30'],
    ['in the night that is an hour shorter', night, BERLIN, '2026-03-28T22:00:00Z', '2026-03-29T05:00'],
    ['in the night that is an hour longer', night, BERLIN, '2026-10-24T22:00:00Z', '2026-10-25T06:00'],
    ['that end within the hour that is left out', late, BERLIN, '2026-03-28T23:00:00Z', '2026-03-29T01:00'],
    ['that end within the hour that comes twice', late, BERLIN, '2026-10-24T23:00:00Z', '2026-10-25T00:30'],
    ['in the second of the two equal hours', late, BERLIN, '2026-10-25T01:10:00Z', '2026-10-25T01:30'],
  ])('%s', (_what, quiet, zone, now, until) => expect(format(quietUntil(quiet, zone, at(now)))).toBe(until));
});

describe('the next digest', () => {
  it.each([
    ['for a watch without digests', 'prompt', 'UTC', '2026-03-02T09:20:00Z', undefined],
    ['of the hour', 'hour', 'UTC', '2026-03-02T09:20:00Z', '2026-03-02T10:00'],
    ['of the hour that begins', 'hour', 'UTC', '2026-03-02T09:00:00Z', '2026-03-02T10:00'],
    ['of the day’s last hour', 'hour', 'UTC', '2026-03-02T23:59:59Z', '2026-03-03T00:00'],
    ['of the hour, in a zone of half hours', 'hour', 'Asia/Kolkata', '2026-03-02T09:20:00Z', '2026-03-02T09:30'],
    ['of the hour before the one that is left out', 'hour', BERLIN, '2026-03-29T00:30:00Z', '2026-03-29T01:00'],
    ['of the hour that comes twice', 'hour', BERLIN, '2026-10-25T00:30:00Z', '2026-10-25T01:00'],
    ['of the day', 'day', BERLIN, '2026-03-02T09:20:00Z', '2026-03-03T07:00'],
    ['of the day, before morning', 'day', BERLIN, '2026-03-02T05:00:00Z', '2026-03-02T07:00'],
    ['of the day, in the morning itself', 'day', BERLIN, '2026-03-02T07:00:00Z', '2026-03-03T07:00'],
    ['of the day that is an hour shorter', 'day', BERLIN, '2026-03-28T12:00:00Z', '2026-03-29T06:00'],
    ['of the day that is an hour longer', 'day', BERLIN, '2026-10-24T12:00:00Z', '2026-10-25T07:00'],
  ] as const)('%s', (_what, rhythm, zone, now, next) => expect(format(nextDigest(rhythm, zone, at(now)))).toBe(next));
});

describe('a queued notification is released', () => {
  const quiet = { from: clock(22), to: clock(9) };
  it.each([
    [
      'at once without digest and quiet hours',
      { rhythm: 'prompt', quiet: undefined },
      '2026-03-02T10:00:30Z',
      '2026-03-02T10:00',
    ],
    ['when the quiet hours end', { rhythm: 'prompt', quiet }, '2026-03-02T23:10:00Z', '2026-03-03T09:00'],
    ['with the next digest', { rhythm: 'hour', quiet }, '2026-03-02T10:10:00Z', '2026-03-02T11:00'],
    [
      'after the quiet hours, if the digest falls into them',
      { rhythm: 'hour', quiet },
      '2026-03-02T21:10:00Z',
      '2026-03-03T09:00',
    ],
    [
      'after the quiet hours, if the morning falls into them',
      { rhythm: 'day', quiet },
      '2026-03-02T21:10:00Z',
      '2026-03-03T09:00',
    ],
  ] as const)('%s', (_what, watch, from, release) => {
    expect(format(releaseOf({ ...watch, zone: 'UTC' }, at(from)))).toBe(release);
  });
});
