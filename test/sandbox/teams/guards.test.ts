import { request as send } from 'node:http';
import { createHarness, GENERAL, type Harness } from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const body = JSON.stringify({ as: 'ana', conversation: GENERAL, text: 'hello' });

/** fetch does not let a test choose its Host. */
const post = (headers: Record<string, string>, content = body): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = send(
      `${harness.sandbox.url}/api/messages`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(content);
  });

const host = (): string => new URL(harness.sandbox.url).host;

test.each([
  ['no Origin', () => ({})],
  ['its own Origin', () => ({ origin: `http://${host()}` })],
  ['localhost on another port', () => ({ host: 'localhost:8080', origin: 'http://localhost:8080' })],
])('a request with %s passes', async (_name, headers) => expect(await post(headers())).toBe(200));

test.each([
  ['a foreign Host', { host: 'evil.example' }, 403],
  ['a Host that begins like loopback', { host: '127.0.0.1.evil.example' }, 403],
  ['a foreign Origin', { origin: 'https://evil.example' }, 403],
  ['the Origin of a file', { origin: 'null' }, 403],
  ['the Origin of another port', { origin: 'http://127.0.0.1:1' }, 403],
  ['the content type of a form', { 'content-type': 'text/plain' }, 415],
  ['an encoded body', { 'content-encoding': 'gzip' }, 415],
])('%s is refused', async (_name, headers, status) => expect(await post(headers)).toBe(status));

test('a refused message is not kept', async () => {
  await post({ origin: 'https://evil.example' });
  expect(await harness.sandbox.messages(GENERAL)).toEqual([]);
});

test.each([
  ['declared', {}],
  ['chunked', { 'transfer-encoding': 'chunked' }],
])('a %s body of more than 64 KB is refused', async (_name, headers) => {
  const large = JSON.stringify({ as: 'ana', conversation: GENERAL, text: 'x'.repeat(70_000) });
  expect(await post(headers, large)).toBe(413);
});

test('a body that is no JSON is refused', async () => expect(await post({}, '{')).toBe(400));
