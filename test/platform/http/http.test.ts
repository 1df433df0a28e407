import { createServerTime } from '#platform/http/exchange.ts';
import { createHttp, type Http, type HttpRequest } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { HOUR, SECOND } from '#platform/lib/clock.ts';
import { createLogger, type Log, silentLog } from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { nock, strictNock } from '../../support/strict-nock.ts';

strictNock();

const origin = 'https://api.example';
let clock: ManualClock;
let waits: number[];
let lines: string[];
let http: Http;

beforeEach(() => {
  clock = createManualClock();
  waits = [];
  lines = [];
  const log: Log = createLogger('debug', { write: (line) => lines.push(line) });
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
    clock.advance(ms);
  };
  http = createHttp({ clock, log, random: () => 0.5, wait });
});

afterEach(() => http.close());

const send = (extra: Partial<HttpRequest> = {}) =>
  http.send({ method: 'GET', url: `${origin}/x`, origin, retry: 'read', deadlineMs: 60_000, ...extra });

const failure = async (sent: Promise<unknown>): Promise<HttpFailure> => {
  const error = await sent.catch((thrown: unknown) => thrown);
  if (error instanceof HttpFailure) return error;
  throw new Error('expected an HttpFailure');
};

const reset = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' });
const refused = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

describe('a request', () => {
  test('a secret header goes out in clear, and no encoding is asked for', async () => {
    nock(origin, { reqheaders: { authorization: 'Bearer s3cret', 'accept-encoding': 'identity' } })
      .get('/x')
      .reply(200);
    const answer = await send({ headers: { Authorization: new Secret('Bearer s3cret'), 'Accept-Encoding': 'gzip' } });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['another host', 'https://evil.example/x'],
    ['another port', 'https://api.example:444/x'],
    ['another scheme', 'http://api.example/x'],
    ['a user name in front', 'https://me:pw@api.example/x'],
    ['no address', 'x'],
    ['a file', 'file:///etc/passwd'],
  ])('%s is refused before anything is sent', async (_, url) => {
    expect((await failure(send({ url }))).kind).toBe('wrong-origin');
  });

  test('a redirect is an answer like any other', async () => {
    nock(origin).get('/x').reply(302, '', { location: 'https://evil.example/' });
    expect((await send()).headers['location']).toBe('https://evil.example/');
  });
});

describe('what comes back', () => {
  test.each([400, 401, 404, 409, 418])('%d is a response', async (status) => {
    nock(origin).get('/x').reply(status, 'why');
    expect(await send()).toMatchObject({ status, text: 'why' });
  });

  test('header names are lower case', async () => {
    nock(origin).get('/x').reply(200, '', { 'X-Request-Id': '7' });
    expect((await send()).headers['x-request-id']).toBe('7');
  });
});

describe('trying again', () => {
  test('a read is tried again after a lost answer', async () => {
    nock(origin).get('/x').replyWithError(reset()).get('/x').reply(200, 'yes');
    expect((await send()).text).toBe('yes');
  });

  test('what may not be repeated is not, once it may have arrived', async () => {
    nock(origin).post('/x').replyWithError(reset());
    expect((await failure(send({ method: 'POST', retry: 'refused-only' }))).kind).toBe('lost');
  });

  test('what may not be repeated is, when it was never sent', async () => {
    nock(origin).post('/x').replyWithError(refused()).post('/x').reply(202);
    expect((await send({ method: 'POST', retry: 'refused-only' })).status).toBe(202);
  });

  test('there are four tries, with pauses that double', async () => {
    nock(origin).get('/x').times(4).reply(500);
    await send();
    expect(waits).toEqual([250, 500, 1_000]);
  });

  test('no pause reaches beyond the deadline', async () => {
    nock(origin).get('/x').times(2).reply(500);
    await send({ deadlineMs: 600 });
    expect(waits).toEqual([250]);
  });

  test('a host that only fails gets ten retries a minute from all callers together', async () => {
    nock(origin).get('/x').times(14).reply(500);
    for (let call = 0; call < 4; call += 1) await send();
    expect(waits).toHaveLength(10);
  });

  test.each([
    ['seconds', '5'],
    ['a date', 'Mon, 02 Mar 2026 09:00:05 GMT'],
  ])('Retry-After in %s is waited for, never less', async (_, header) => {
    nock(origin).get('/x').reply(503, '', { 'retry-after': header }).get('/x').reply(200);
    await send();
    expect(waits[0]).toBeGreaterThanOrEqual(5_000);
  });

  test('a Retry-After beyond the deadline is not slept away', async () => {
    nock(origin).get('/x').reply(429, '', { 'retry-after': '61' });
    const { kind, retryAfterMs } = await failure(send());
    expect({ kind, retryAfterMs, waits }).toEqual({ kind: 'throttled', retryAfterMs: 61_000, waits: [] });
  });
});

describe('a change whose first try may have arrived', () => {
  const change = { method: 'PUT', body: '{}', retry: 'same-bytes' } as const;

  test('stays lost when the later tries never left', async () => {
    nock(origin).put('/x').replyWithError(reset()).put('/x').times(3).replyWithError(refused());
    expect((await failure(send(change))).kind).toBe('lost');
  });

  test('stays lost when the later tries are told to wait', async () => {
    nock(origin).put('/x').reply(504).put('/x').reply(429, '', { 'retry-after': '3600' });
    expect((await failure(send(change))).kind).toBe('lost');
  });

  test('is settled by a later answer', async () => {
    nock(origin).put('/x').replyWithError(reset()).put('/x').reply(201);
    expect((await send(change)).status).toBe(201);
  });
});

describe('429', () => {
  const throttled = () => nock(origin).get('/x').reply(429, '', { 'retry-after': '30' });

  test('parks the credential on that host for every caller', async () => {
    throttled();
    await send({ credential: 'app', retry: 'none' });
    nock(origin).get('/y').reply(200);
    await send({ credential: 'app', url: `${origin}/y` });
    expect(waits[0]).toBeGreaterThanOrEqual(30_000);
  });

  test('a caller with less time than that is told at once, and nothing is sent', async () => {
    throttled();
    await send({ credential: 'app', retry: 'none' });
    const { kind, retryAfterMs } = await failure(send({ credential: 'app', deadlineMs: 5_000 }));
    expect({ kind, retryAfterMs }).toEqual({ kind: 'throttled', retryAfterMs: 30_000 });
  });

  test.each([
    ['another credential', { credential: 'other' }],
    ['no named credential', {}],
  ])('%s goes on', async (_, extra) => {
    throttled();
    await send({ credential: 'app', retry: 'none' });
    nock(origin).get('/x').reply(200);
    await send(extra);
    expect(waits).toEqual([]);
  });

  test('another host goes on', async () => {
    throttled();
    await send({ credential: 'app', retry: 'none' });
    nock('https://b.example').get('/x').reply(200);
    await send({ credential: 'app', url: 'https://b.example/x', origin: 'https://b.example' });
    expect(waits).toEqual([]);
  });

  test('the park ends when its time has passed', async () => {
    throttled();
    await send({ credential: 'app', retry: 'none' });
    clock.advance(30_000);
    nock(origin).get('/x').reply(200);
    await send({ credential: 'app' });
    expect(waits).toEqual([]);
  });
});

describe('before each try', () => {
  const told = (seen: [number, boolean][]) => ({
    beforeTry: async (attempt: number, doubt: boolean) => void seen.push([attempt, doubt]),
  });

  test('somebody hears its number, and whether the one before may have been carried out', async () => {
    const seen: [number, boolean][] = [];
    nock(origin).get('/x').reply(503);
    nock(origin).get('/x').replyWithError(reset());
    nock(origin).get('/x').reply(200);
    await send({ ...told(seen), retry: 'charged' });
    expect(seen).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  test('a refusal ends the request, and nothing goes out', async () => {
    const error = new Error('over the budget');
    await expect(send({ beforeTry: () => Promise.reject(error) })).rejects.toBe(error);
  });

  test('nobody hears of a try that a parked credential keeps back', async () => {
    const seen: [number, boolean][] = [];
    nock(origin).get('/x').reply(429, '', { 'retry-after': '120' });
    await failure(send({ credential: 'key' }));
    await failure(send({ ...told(seen), credential: 'key' }));
    expect(seen).toEqual([]);
  });
});

describe('the log', () => {
  test('has one line a try', async () => {
    nock(origin).get('/x').reply(503).get('/x').reply(200);
    await send({ correlation: 'c1' });
    const told = lines.map((line) => JSON.parse(line));
    expect(told).toMatchObject([
      { host: 'api.example', method: 'GET', status: 503, attempt: 1, correlation: 'c1' },
      { host: 'api.example', method: 'GET', status: 200, attempt: 2, correlation: 'c1' },
    ]);
  });

  test('holds no header, path, query or body', async () => {
    nock(origin).put('/s3cret-path').query({ q: 's3cret-query' }).reply(200, 's3cret-answer', { a: 's3cret-header' });
    await send({
      method: 'PUT',
      url: `${origin}/s3cret-path?q=s3cret-query`,
      headers: { authorization: new Secret('s3cret-token'), 'x-a': 's3cret-plain' },
      body: 's3cret-body',
    });
    expect(lines.join('')).not.toContain('s3cret');
  });
});

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
