import { GENERAL, postAs, useHarness } from './support/harness.ts';

const harness = useHarness();

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
