import { useHarness } from './support/harness.ts';

const harness = useHarness();

const get = (path: string): Promise<Response> => fetch(`${harness.sandbox.url}${path}`);
const importsOf = (text: string, path: string): readonly string[] =>
  [...text.matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, name]) => new URL(name ?? '', `http://x${path}`).pathname);

test('everything that the page loads is served: its scripts, their imports, and its styles', async () => {
  const html = await (await get('/')).text();
  const found = new Set([...html.matchAll(/"(\/(?:lib|page)\/[^"]+)"/g)].map(([, path]) => path ?? ''));
  const missing: string[] = [];
  for (const path of found) {
    const response = await get(path);
    const text = await response.text();
    const isScript = response.headers.get('content-type') === 'text/javascript; charset=utf-8';
    if (response.status !== 200 || (path.startsWith('/lib/') && !isScript)) missing.push(path);
    else if (path.startsWith('/page/')) for (const imported of importsOf(text, path)) found.add(imported);
  }
  const libraries = ['adaptivecards.min.js', 'preact.mjs', 'hooks.mjs', 'htm.mjs', 'markdown-it.mjs'];
  expect([...found]).toEqual(expect.arrayContaining(libraries.map((name) => `/lib/${name}`)));
  expect([missing, found.size > 30]).toEqual([[], true]);
});

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

test('answers of the API may not be cached', async () => {
  expect((await get('/api/world')).headers.get('cache-control')).toBe('no-store');
});
