import { z } from 'zod';
import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { type AnyLong, defineOperation, type Progress } from '#cloud/operation.ts';
import { listRoleDefinitions } from '#cloud/operations/role-eligibility.ts';
import { createPages, nextPageAddress, readPage } from '#cloud/paging.ts';
import { freezeParts } from '#cloud/request/freeze.ts';
import { profileOf } from '#cloud/services/profile.ts';
import type { Transport } from '#cloud/transport.ts';
import cases from '../fixtures/cloud/long-running.json' with { type: 'json' };
import { base, benchPerTest, errorOf, givesToken, scope, vendor } from './client-fixture.ts';

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

describe('the count of a list', () => {
  it.each([
    ['as count', { count: 131 }, 131],
    ['in another case', { Count: 131 }, 131],
    ['as @odata.count', { '@odata.count': 131 }, 131],
    ['of an empty list', { count: 0 }, 0],
  ])('is read %s', (_what, fields, count) => expect(readPage({ value: [], ...fields }).count).toBe(count));

  it.each([
    ['there is none', {}],
    ['it is null', { count: null }],
    ['it is no whole number', { count: 1.5 }],
    ['it is negative', { count: -1 }],
    ['it is a text', { count: '131' }],
  ])('is absent where %s', (_what, fields) => expect(readPage({ value: [], ...fields })).not.toHaveProperty('count'));
});

describe('the address of the next page', () => {
  const FIRST = 'https://management.example/subscriptions/1/roles?api-version=2022-04-01&$filter=atScope()';
  const next = (link: string): string => nextPageAddress(link, new URL(FIRST)).href;

  it.each(cases.links)('$link is the same list in the same version', ({ link, query }) => {
    expect(next(link)).toBe(`https://management.example/subscriptions/1/roles?api-version=2022-04-01&${query}`);
  });

  it.each(cases.badLinks)('%s is refused', (link) => expect(() => next(link)).toThrow(RangeError));
});

const profile = profileOf('Vendor');
const frozen = freezeParts(listRoleDefinitions, listRoleDefinitions.parts({ scope }, profile), profile);

test('a list without an end is stopped after the largest number of pages', async () => {
  let sent = 0;
  const transport = {
    serviceOf: () => ({ base: 'https://management.example' }),
    send: async () => {
      sent += 1;
      return { status: 200, headers: {}, body: { value: [], nextLink: `?page=${sent}` }, ids: {} };
    },
  } as unknown as Transport;
  const pages = createPages({ transport, profile, mostPages: 20 });
  const read = async (): Promise<void> => {
    for await (const { page } of pages(listRoleDefinitions, frozen, { correlation: 'c', headers: {} })) page.items;
  };
  await expect(read()).rejects.toMatchObject({ code: 'Vendor.EndlessList' });
  expect(sent).toBe(20);
});

test.each([
  ['of the subscription', { 'x-vendor-ratelimit-remaining-subscription-reads': '240' }, [240, 240]],
  ['of the tenant', { 'x-vendor-ratelimit-remaining-tenant-reads': '7' }, [7, 7]],
  ['that are no number', { 'x-vendor-ratelimit-remaining-subscription-reads': 'many' }, []],
  ['that are absent', {}, []],
])('the remaining reads %s are reported for each page', async (_which, headers, expected) => {
  let sent = 0;
  const transport = {
    serviceOf: () => ({ base: 'https://management.example' }),
    send: async () => {
      sent += 1;
      return { status: 200, headers, body: { value: [], ...(sent === 1 && { nextLink: '?page=2' }) }, ids: {} };
    },
  } as unknown as Transport;
  const pages = createPages({ transport, profile, wait: async () => {} });
  const reported: number[] = [];
  const options = { correlation: 'c', headers: {}, remaining: (reads: number) => reported.push(reads) };
  for await (const { page } of pages(listRoleDefinitions, frozen, options)) page.items;
  expect(reported).toEqual(expected);
});
