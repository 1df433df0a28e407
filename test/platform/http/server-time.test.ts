import { createServerTime } from '#platform/http/exchange.ts';
import { createHttp } from '#platform/http/http.ts';
import { HOUR, SECOND } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { nock, strictNock } from '../../support/strict-nock.ts';

strictNock();

const origin = 'https://vendor.test';

test('the Date of an answer gives the error of our clock, also after our clock has jumped', async () => {
  const clock = createManualClock();
  let passed = 0;
  const time = createServerTime(clock, () => passed);
  const http = createHttp({ clock, log: silentLog, time });
  nock(origin)
    .get('/')
    .reply(200, '', { date: new Date(clock.now() - 3 * SECOND).toUTCString() });
  expect(time.ahead()).toBeUndefined();
  await http.send({ method: 'GET', url: `${origin}/`, origin, retry: 'read', deadlineMs: SECOND });
  expect(time.ahead()).toBe(3 * SECOND);
  passed += HOUR;
  clock.advance(2 * HOUR);
  expect(time.ahead()).toBe(HOUR + 3 * SECOND);
  await http.close();
});
