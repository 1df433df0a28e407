import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { readBytes } from '../../teams/http/answer.ts';
import { createSandboxServer } from '../../teams/http/server.ts';
import { cloud } from '../../world.ts';
import { GENERAL, postAs, useHarness } from './support/harness.ts';

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

const portal = (address: string) => fetch(`${harness.sandbox.url}/portal?${new URLSearchParams({ address })}`);

it('the portal’s page says that it is played, and names role and place', async () => {
  const address = `https://portal.vendor.example/roles/mine?scope=/subscriptions/${cloud.subscriptions.production.id}&role=${cloud.roles.reader.id}`;
  const answer = await portal(address);
  const html = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const said of ['played by the sandbox', 'Reader', 'Payments Production']) expect(html).toContain(said);
});

it('the portal’s page shows an address as text only', async () => {
  const html = await (await portal('https://portal.vendor.example/<b>?x=<script>')).text();
  expect(html).not.toMatch(/<script>|<b>\?/);
});

it.each(['javascript:alert(1)', 'http://portal.vendor.example/', ''])(
  '“%s” is no address of a portal',
  async (address) => expect((await portal(address)).status).toBe(400),
);

it('whoever opens the chat page while the sandbox starts gets a page that loads itself again', async () => {
  const server = await createSandboxServer(0, silentLog);
  const page = await fetch(server.url, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('http-equiv="refresh"')]);
  expect((await fetch(`${server.url}/api/world`)).headers.get('content-type')).toContain('application/json');
  await server.close();
});

const body = JSON.stringify({ as: 'ana', conversation: GENERAL, text: 'hello' });
const post = (headers: Record<string, string>, content = body) =>
  postAs(`${harness.sandbox.url}/api/messages`, headers, content);
const host = (): string => new URL(harness.sandbox.url).host;

test.each<[string, () => Record<string, string>]>([
  ['no Origin', () => ({})],
  ['its own Origin', () => ({ origin: `http://${host()}` })],
  ['localhost on another port', () => ({ host: 'localhost:8080', origin: 'http://localhost:8080' })],
])('a request with %s is accepted', async (_name, headers) => expect(await post(headers())).toBe(200));

test.each<[string, Record<string, string>, number]>([
  ['a foreign Host', { host: 'evil.example' }, 403],
  ['a Host that begins like loopback', { host: '127.0.0.1.evil.example' }, 403],
  ['a foreign Origin', { origin: 'https://evil.example' }, 403],
  ['the Origin of a file', { origin: 'null' }, 403],
  ['the Origin of another port', { origin: 'http://127.0.0.1:1' }, 403],
  ['the content type of a form', { 'content-type': 'text/plain' }, 415],
  ['an encoded body', { 'content-encoding': 'gzip' }, 415],
])('a request with %s is refused, and its message is not stored', async (_name, headers, status) => {
  expect(await post(headers)).toBe(status);
  expect(await harness.sandbox.messages(GENERAL)).toEqual([]);
});

test.each<[string, Record<string, string>]>([
  ['declared', {}],
  ['chunked', { 'transfer-encoding': 'chunked' }],
])('a %s body of more than 64 KB is refused', async (_name, headers) => {
  const large = JSON.stringify({ as: 'ana', conversation: GENERAL, text: 'x'.repeat(70_000) });
  expect(await post(headers, large)).toBe(413);
});

test('a body that is no JSON is refused', async () => expect(await post({}, '{')).toBe(400));

it('reading the body of a sender that is gone already is refused', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sender.write('POST / HTTP/1.1\r\nhost: teams\r\ncontent-length: 10\r\n\r\n');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  sender.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  await expect(readBytes(request, 100)).rejects.toMatchObject({ code: 'RequestCut' });
  server.close();
});
