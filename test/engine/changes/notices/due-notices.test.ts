import { type Awaited, dueNotices, type NoticeQuestion } from '#engine/changes/notices/due-notices.ts';
import { type NoticeSettings, usualSettings } from '#engine/changes/notices/settings.ts';
import { HOUR } from '#platform/lib/clock.ts';

const NOON = Date.parse('2026-11-23T12:00:00Z');

const person = (more: Partial<Awaited> = {}, settings: Partial<NoticeSettings> = {}): Awaited => ({
  person: 'bo',
  settings: { ...usualSettings, ...settings },
  notifiedAt: undefined,
  claimedAt: undefined,
  ...more,
});

const ask = (awaited: readonly Awaited[], more: Partial<NoticeQuestion> = {}) =>
  dueNotices({
    ...{ now: NOON, deadlineAt: NOON + 8 * HOUR, escalateAt: undefined, remindMs: 2 * HOUR, awaited },
    ...more,
  });

const AT_NOON = { from: 11 * 60, to: 13 * 60 };

it('somebody who has heard nothing is asked at once, and then there is nothing to wait for', () => {
  expect(ask([person()])).toEqual({
    due: [{ person: 'bo', kind: 'asked' }],
    escalates: false,
    next: undefined,
    firstHeardAt: NOON,
  });
});

it.each<[string, Awaited, number | undefined]>([
  ['a notified person', person({ notifiedAt: NOON - HOUR }), NOON + HOUR],
  ['somebody who looks at it', person({ notifiedAt: NOON - HOUR, claimedAt: NOON }), NOON + 2 * HOUR],
  ['somebody in quiet hours', person({}, { quiet: AT_NOON }), NOON + HOUR],
  ['somebody away', person({}, { awayUntil: NOON + 3 * HOUR }), NOON + 3 * HOUR],
  ['somebody away beyond the deadline', person({}, { awayUntil: NOON + 9 * HOUR }), undefined],
  ['somebody with a daily message', person({}, { way: 'digest' }), undefined],
])('the next notice of %s comes when it may', (_who, one, next) => {
  expect(ask([one])).toMatchObject({ due: [], next });
});

it('a reminder that fell due while Steward was stopped, or in quiet hours, comes once', () => {
  expect(ask([person({ notifiedAt: NOON - 7 * HOUR })]).due).toEqual([{ person: 'bo', kind: 'reminder' }]);
  const quiet = person({ notifiedAt: NOON - 7 * HOUR }, { quiet: AT_NOON });
  expect(ask([quiet])).toMatchObject({ due: [], next: NOON + HOUR });
});

it('without “remind” nobody is reminded', () => {
  expect(ask([person({ notifiedAt: NOON - 7 * HOUR })], { remindMs: undefined })).toMatchObject({
    due: [],
    next: undefined,
  });
});

it('it escalates at its time, and not before', () => {
  expect(ask([], { escalateAt: NOON })).toMatchObject({ escalates: true });
  expect(ask([], { escalateAt: NOON + HOUR })).toMatchObject({ escalates: false, next: NOON + HOUR });
});

it('nobody hears of a request before its deadline when all are quiet or away until then', () => {
  const quiet = person({}, { quiet: { from: 11 * 60, to: 21 * 60 } });
  expect(ask([quiet, person({}, { awayUntil: NOON + 9 * HOUR })]).firstHeardAt).toBeUndefined();
  expect(ask([person({}, { way: 'digest' })]).firstHeardAt).toBeUndefined();
});
