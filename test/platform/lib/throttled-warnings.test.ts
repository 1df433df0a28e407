import { MINUTE } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { createThrottledWarnings } from '#platform/lib/throttled-warnings.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const setUp = () => {
  const clock = createManualClock();
  const lines: string[] = [];
  const log = {
    ...silentLog,
    warn: (event: string, { count }: { count?: number } = {}) => lines.push(`${event} ${count ?? ''}`),
  };
  return { clock, lines, warn: createThrottledWarnings(log, clock, 'refused') };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('of 322 warnings in a minute ten are written, and the others are counted in one line at its end', () => {
  const { lines, warn } = setUp();
  for (let n = 0; n < 322; n += 1) warn({});
  expect(lines).toHaveLength(10);
  jest.advanceTimersByTime(MINUTE);
  expect(lines.slice(10)).toEqual(['refused 312']);
});

it('the next minute begins anew', () => {
  const { clock, lines, warn } = setUp();
  for (let n = 0; n < 12; n += 1) warn({});
  clock.advance(MINUTE);
  warn({});
  expect(lines.slice(10)).toEqual(['refused 2', 'refused ']);
});

it('a few warnings are written as they come, and nothing is counted', () => {
  const { lines, warn } = setUp();
  for (let n = 0; n < 3; n += 1) warn({});
  jest.advanceTimersByTime(2 * MINUTE);
  expect(lines).toEqual(['refused ', 'refused ', 'refused ']);
});
