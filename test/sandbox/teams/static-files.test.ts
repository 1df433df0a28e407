import { createHarness, type Harness } from './support/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const get = (path: string): Promise<Response> => fetch(`${harness.sandbox.url}${path}`);

test.each(['adaptivecards.min.js', 'preact.mjs', 'hooks.mjs', 'htm.mjs', 'markdown-it.mjs'])(
  'the library %s is served as a script',
  async (name) => {
    const response = await get(`/lib/${name}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  },
);

test.each([
  '/lib/kysely.js',
  '/lib/constructor',
  '/lib/..%2f..%2fpackage.json',
  '/page/..%2fteams-sandbox.ts',
  '/page/%2e%2e/api.ts',
  '/page/tsconfig.json',
  '/page/nothing.ts',
  '/data',
])('%s is not served', async (path) => expect((await get(path)).status).toBe(404));

test('the page may load from its own origin only and may not be framed', async () => {
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  expect([policy.includes("default-src 'none'"), policy.includes("frame-ancestors 'none'")]).toEqual([true, true]);
});

test('the API is not kept by a cache', async () => {
  expect((await get('/api/world')).headers.get('cache-control')).toBe('no-store');
});
