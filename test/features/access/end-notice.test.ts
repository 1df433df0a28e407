import { DateTime } from 'luxon';
import { usualSettings } from '#engine/changes/notices/settings.ts';
import { endNoticeTime, inFreeTime } from '#features/access/ending/end-notice.ts';
import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';

const at = (text: string, zone = 'UTC'): number => DateTime.fromISO(text, { zone }).toMillis();
const leads = [DAY, HOUR];

/** The notice of a grant, as its person's wall shows it. */
const notice = (start: string, end: string, zone = 'UTC'): string | undefined => {
  const due = endNoticeTime({ start: at(start, zone), end: at(end, zone), zone, leads });
  return due === undefined ? undefined : DateTime.fromMillis(due, { zone }).toFormat('ccc yyyy-MM-dd HH:mm');
};

describe('when the holder of a grant is told of its end', () => {
  it('a grant of more than two days gets a notice a day before', () => {
    expect(notice('2026-11-23T09:00', '2026-11-26T09:00')).toBe('Wed 2026-11-25 09:00');
  });

  it('a shorter one gets it an hour before, and one of two hours none', () => {
    expect(notice('2026-11-23T09:00', '2026-11-25T09:00')).toBe('Wed 2026-11-25 08:00');
    expect(notice('2026-11-23T09:00', '2026-11-23T11:00')).toBeUndefined();
  });

  it('a notice on a Saturday or Sunday comes at the same time on Friday', () => {
    expect(notice('2026-11-23T09:00', '2026-11-29T15:00')).toBe('Fri 2026-11-27 15:00');
    expect(notice('2026-11-23T09:00', '2026-11-30T15:00')).toBe('Fri 2026-11-27 15:00');
    expect(notice('2026-11-23T09:00', '2026-12-01T15:00')).toBe('Mon 2026-11-30 15:00');
  });

  it('the person’s own zone says which day it is', () => {
    expect(notice('2026-11-23T09:00', '2026-11-30T01:00', 'Asia/Tokyo')).toBe('Fri 2026-11-27 01:00');
    const start = at('2026-11-23T09:00');
    const end = at('2026-11-28T20:00');
    expect(endNoticeTime({ start, end, zone: 'UTC', leads })).toBe(end - DAY);
    expect(endNoticeTime({ start, end, zone: 'Asia/Tokyo', leads })).toBe(end - 2 * DAY);
  });

  it('keeps the time of day where the clocks change on that weekend', () => {
    expect(notice('2026-10-19T09:00', '2026-10-26T10:00', 'Europe/Berlin')).toBe('Fri 2026-10-23 10:00');
  });

  it('stays on the weekend for a grant that began on it', () => {
    expect(notice('2026-11-28T09:00', '2026-11-28T15:00')).toBe('Sat 2026-11-28 14:00');
  });

  it('never comes before the grant or after its end', () => {
    for (let hours = 1; hours < 400; hours += 7) {
      const start = at('2026-11-23T09:00') + hours * 11 * MINUTE;
      const due = endNoticeTime({ start, end: start + hours * HOUR, zone: 'America/New_York', leads });
      if (due === undefined) continue;
      expect(due).toBeGreaterThan(start);
      expect(due).toBeLessThan(start + hours * HOUR);
    }
  });
});

describe('the notice of an end for whoever chose when to hear', () => {
  const grant = { start: at('2026-11-23T09:00'), end: at('2026-12-11T09:00') };
  const wanted = (text: string, own: Partial<typeof usualSettings>, now = '2026-11-23T10:00', span = grant) => {
    const told = inFreeTime(at(text), span, { ...usualSettings, ...own }, at(now));
    return DateTime.fromMillis(told, { zone: 'UTC' }).toFormat('ccc HH:mm');
  };
  const quiet = { from: 18 * 60, to: 8 * 60 };

  it('the notice of an end for whoever chose when to hear keeps its time outside quiet hours, and comes just before them otherwise', () => {
    expect(wanted('2026-12-10T09:00', { quiet })).toBe('Thu 09:00');
    expect(wanted('2026-12-10T03:00', { quiet })).toBe('Wed 17:45');
    expect(wanted('2026-12-07T03:00', { quiet, weekends: false })).toBe('Fri 17:45');
  });

  it('the notice of an end for whoever chose when to hear comes after the quiet hours where the grant or the choice began in them, and at its time where that is too late', () => {
    expect(wanted('2026-12-10T03:00', { quiet }, '2026-12-10T02:00')).toBe('Thu 08:00');
    const night = { start: at('2026-12-10T01:00'), end: at('2026-12-10T06:00') };
    expect(wanted('2026-12-10T05:00', { quiet }, '2026-12-10T01:00', night)).toBe('Thu 05:00');
  });

  it('the notice of an end for whoever chose when to hear waits for whoever is away and comes back before the end', () => {
    expect(wanted('2026-12-09T09:00', { awayUntil: at('2026-12-10T00:00') })).toBe('Thu 00:00');
    expect(wanted('2026-12-09T09:00', { quiet, awayUntil: at('2026-12-10T00:00') })).toBe('Thu 08:00');
    expect(wanted('2026-12-09T09:00', { awayUntil: at('2026-12-14T00:00') })).toBe('Wed 09:00');
  });
});
