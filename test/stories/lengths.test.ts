import { DAY, HOUR } from '#platform/lib/clock.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { inBerlin, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** To the next such day (1: Monday) and hour in Berlin. @returns the moment */
const advanceTo = (weekday: number, hour: number): number => {
  const now = inBerlin(s.clock.now());
  const days = (weekday - now.weekday + 7) % 7 || 7;
  const at = now.plus({ days }).set({ hour, minute: 0, second: 0 }).toMillis();
  s.clock.advance(at - s.clock.now());
  return at;
};

it('“until Friday 17:00” is in the requester’s time zone', async () => {
  const before = advanceTo(3, 12);
  const asked = await s.requestApproved('ana', 'reader on ledger until Friday 17:00 because I watch the close');
  await s.cardOf(asked, 'Eligible until');
  const { Type, EndDateTime = '' } = s.sentSchedule().Expiration;
  expect(Type).toBe('AfterDateTime');
  const { weekday, hour, minute } = inBerlin(EndDateTime);
  expect({ weekday, hour, minute }).toEqual({ weekday: 5, hour: 17, minute: 0 });
  expect(Date.parse(EndDateTime) - before).toBeLessThanOrEqual(7 * DAY);
});

it('a later start is scheduled at the vendor, and the card shows it', async () => {
  const asked = await s.requestApproved(
    'ana',
    'contributor on ledger for 2 days from tomorrow 09:00 because the audit begins then',
  );
  const card = await s.cardOf(asked, 'Eligible until');
  const [schedule] = await s.listedRole('ana', 'ledger', 'contributor');
  const start = inBerlin(schedule?.startDateTime ?? '');
  expect(start.hour).toBe(9);
  expect(start.startOf('day').toMillis()).toBe(inBerlin(s.clock.now()).startOf('day').plus({ days: 1 }).toMillis());
  expect(wordsOf(card)).toContain(`${shown('access.window.from')} {{DATE(${start.toUTC().toFormat("yyyy-MM-dd'T'HH")}`);
});

it('an undecided request expires with its window', async () => {
  const asked = await s.requestRole(
    'ana',
    'reader on staging until in 2 hours because I watch a deployment',
    channels.finance,
  );
  s.clock.advance(3 * HOUR);
  await s.cardOf(asked, shown('changes.state.expired'));
});
