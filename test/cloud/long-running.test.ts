import { z } from 'zod';
import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { type AnyLong, defineOperation, type Progress } from '#cloud/operation.ts';
import { base, benchPerTest, errorOf, givesToken, vendor } from './client-fixture.ts';

const bench = benchPerTest();

const common = {
  kind: 'long',
  version: '2021-10-01',
  credential: 'app',
  decodeError: decodeManagementError,
  section: 'a test',
} as const;

const build = defineOperation({
  ...common,
  id: 'build',
  method: 'PUT',
  path: '/houses/{name}',
  success: [200, 201],
  retry: 'same-bytes',
  follow: 'self',
  answer: z.object({ state: z.string() }),
  progressOf: ({ state }): Progress => (state === 'Built' ? 'succeeded' : state === 'Fallen' ? 'failed' : 'running'),
  parts: (name: string) => ({ path: { name }, body: {} }),
});

const sell = defineOperation({
  ...common,
  id: 'sell',
  method: 'POST',
  path: '/houses/{name}/sell',
  success: [202],
  retry: 'unsent-only',
  follow: 'location',
  answer: z.object({ link: z.string() }),
  progressOf: (): Progress => 'succeeded',
  parts: (name: string) => ({ path: { name }, body: {} }),
});

const house = '/houses/one?api-version=2021-10-01';

describe('an operation that is polled at its own address', () => {
  beforeEach(() => void givesToken());

  test.each([
    ['Digging', 'running'],
    ['Built', 'succeeded'],
    ['Fallen', 'failed'],
  ])('with the first state %s is %s', async (state, progress) => {
    vendor().put(house, {}).reply(201, { state }, { 'retry-after': '7' });
    const step = await bench.client.start(build, 'one');
    expect(step).toEqual({ progress, answer: { state }, tracking: house, waitMs: 7_000 });
  });

  test('is polled by GET', async () => {
    vendor().get(house).reply(200, { state: 'Built' });
    expect(await bench.client.poll(build, house)).toMatchObject({ progress: 'succeeded', answer: { state: 'Built' } });
  });

  test.each([
    ['none', {}, 5_000],
    ['of nothing', { 'retry-after': '0' }, 1_000],
    ['of a year', { 'retry-after': '31536000' }, 86_400_000],
  ])('waits as long as the Retry-After, within limits: %s', async (_, headers, waitMs) => {
    vendor().get(house).reply(200, { state: 'Digging' }, headers);
    expect((await bench.client.poll(build, house)).waitMs).toBe(waitMs);
  });
});

describe('an operation that is polled at its Location', () => {
  beforeEach(() => void givesToken());

  const started = (location?: string) =>
    vendor()
      .post('/houses/one/sell?api-version=2021-10-01', {})
      .reply(202, '', location === undefined ? {} : { location, 'retry-after': '3' });

  test.each([
    ['absolute', `${base}/sales/1?v=1`],
    ['relative', '/sales/1?v=1'],
  ])('stores an %s Location and has no answer yet', async (_, location) => {
    started(location);
    expect(await bench.client.start(sell, 'one')).toEqual({
      progress: 'running',
      tracking: '/sales/1?v=1',
      waitMs: 3_000,
    });
  });

  test('goes on at the newest Location after 202 and ends with 200', async () => {
    vendor().get('/sales/1').reply(202, '', { location: '/sales/2', 'retry-after': '1' });
    const step = await bench.client.poll(sell, '/sales/1');
    vendor().get('/sales/2').reply(200, { link: '/houses/one' });
    expect([step.tracking, await bench.client.poll(sell, step.tracking)]).toEqual([
      '/sales/2',
      { progress: 'succeeded', answer: { link: '/houses/one' }, tracking: '/sales/2', waitMs: 5_000 },
    ]);
  });

  test.each([
    ['that is absent', undefined],
    ['at another origin', 'https://evil.example/sales/1'],
    ['at another origin without a scheme', '//evil.example/sales/1'],
    ['that is no address', 'http://['],
  ])('does not follow a Location %s', async (_, location) => {
    started(location);
    expect(await errorOf(bench.client.start(sell, 'one'))).toMatchObject({ code: 'Vendor.Malformed', arrived: 'yes' });
  });
});

test.each(['https://evil.example/x', '//evil.example/x', 'http://['])(
  'a stored address %s is not polled, and no token is fetched',
  async (address) => {
    await expect(bench.client.poll(sell, address)).rejects.toThrow(RangeError);
  },
);

test('a refused poll throws the vendor’s error', async () => {
  givesToken();
  vendor()
    .get(house)
    .reply(404, { error: { code: 'ResourceNotFound', message: 'gone' } });
  expect(await errorOf(bench.client.poll(build, house))).toMatchObject({ status: 404, vendorCode: 'ResourceNotFound' });
});

describe('a long-running operation that is followed', () => {
  beforeEach(() => void givesToken());

  const follow = async (operation: AnyLong) => {
    const begun = bench.clock.now();
    const steps: unknown[] = [];
    for await (const { answer, step } of bench.client.follow(operation, { path: { name: 'one' }, body: {} }))
      steps.push([answer.status, answer.body, step.progress, bench.clock.now() - begun]);
    return steps;
  };

  test('gives every answer as received, each after the wait that the vendor asks for, and ends with its result', async () => {
    vendor()
      .post('/houses/one/sell?api-version=2021-10-01', {})
      .reply(202, '', { location: '/sales/1', 'retry-after': '3' });
    vendor().get('/sales/1').reply(202, '', { location: '/sales/2', 'retry-after': '1' });
    vendor().get('/sales/2').reply(200, { link: '/houses/one', more: true });
    expect(await follow(sell)).toEqual([
      [202, undefined, 'running', 0],
      [202, undefined, 'running', 3_000],
      [200, { link: '/houses/one', more: true }, 'succeeded', 4_000],
    ]);
  });

  test('ends with the answer that says that it failed', async () => {
    vendor().put(house, {}).reply(201, { state: 'Digging' });
    vendor().get(house).reply(200, { state: 'Fallen' });
    expect(await follow(build)).toEqual([
      [201, { state: 'Digging' }, 'running', 0],
      [200, { state: 'Fallen' }, 'failed', 5_000],
    ]);
  });
});
