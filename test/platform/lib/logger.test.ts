import { MINUTE } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import {
  createLogger,
  createThrottledWarnings,
  type LogFields,
  type LogLevel,
  silentLog,
} from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import cases from '../../fixtures/lib/logger.json' with { type: 'json' };
import { createManualClock } from '../../support/manual-clock.ts';

const HIDDEN = 'Bearer eyJ0b2tlbg';

/** What a log writes, line by line. */
const lines = (write: (log: ReturnType<typeof createLogger>) => void, level: LogLevel = 'debug') => {
  const written: string[] = [];
  write(createLogger(level, { write: (line) => written.push(line) }));
  return written.map((line): Record<string, unknown> => JSON.parse(line));
};

const line = (fields: object): Record<string, unknown> =>
  lines((log) => log.info('it happened', fields as LogFields))[0] ?? {};

it('writes the event and the fields of the allow-list', () => {
  expect(line({ correlation: 'abc', attempt: 2 })).toMatchObject({
    msg: 'it happened',
    correlation: 'abc',
    attempt: 2,
  });
});

it.each(cases.hiddenFields)('leaves out the field %s, which is not on the list', (field) => {
  expect(JSON.stringify(line(Object.fromEntries([[field, HIDDEN]])))).not.toContain(HIDDEN);
});

it('leaves them out where a log is bound to fields, too', () => {
  const [written] = lines((log) => log.with({ token: HIDDEN, job: 'j1' } as LogFields).info('it happened'));
  expect(written).toMatchObject({ job: 'j1' });
  expect(JSON.stringify(written)).not.toContain(HIDDEN);
});

it('shows a secret as three stars where one slips into an allowed field', () => {
  expect(line({ reason: new Secret(HIDDEN) })['reason']).toBe('***');
});

describe('an error', () => {
  /** As HTTP libraries make them: with the request, and its token, hanging on. */
  const foreign = (): Error =>
    Object.assign(new Error('socket hang up'), {
      code: 'ECONNRESET',
      config: { headers: { authorization: HIDDEN } },
      request: { token: HIDDEN },
      response: { body: HIDDEN },
    });

  it('of a library is told by name, code, message and frames', () => {
    const { error } = line({ error: foreign() });
    expect(error).toEqual({ name: 'Error', code: 'ECONNRESET', message: 'socket hang up', at: expect.any(Array) });
  });

  it('hides what hangs on its cause', () => {
    const error = new AppError({ code: 'Vendor.Lost', text: 'vendor.error.lost', cause: foreign() });
    expect(JSON.stringify(line({ error }))).not.toContain(HIDDEN);
  });

  it('of ours is told by code and key, and not by its values', () => {
    const error = new AppError({ code: 'A.B', text: 'bot.error.fault', values: { typed: HIDDEN } });
    expect(line({ error })['error']).toEqual({ name: 'AppError', code: 'A.B', message: 'A.B (bot.error.fault)' });
  });

  it('with a secret in its message shows three stars', () => {
    expect(JSON.stringify(line({ error: new Error(`no: ${new Secret(HIDDEN)}`) }))).not.toContain(HIDDEN);
  });

  it('that was thrown as something else is told by its type alone', () => {
    expect(line({ error: { authorization: HIDDEN } })['error']).toEqual({ name: 'object' });
  });

  it('whose cause is itself is told to an end', () => {
    const error = new Error('round');
    error.cause = error;
    expect(line({ error })['error']).toMatchObject({ message: 'round' });
  });
});

it('writes nothing below its level', () => {
  const written = lines((log) => {
    log.debug('no');
    log.info('no');
    log.warn('yes');
  }, 'warn');
  expect(written.map(({ msg }) => msg)).toEqual(['yes']);
});

it('can be silent', () => {
  expect(() => silentLog.error('nobody hears', { error: new Error('x') })).not.toThrow();
});

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
