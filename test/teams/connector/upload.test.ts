import { createHttp } from '#platform/http/http.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { channelTrust } from '#teams/connector/trust.ts';
import { createUpload } from '#teams/connector/upload.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { nock } from '../../support/strict-nock.ts';
import { tenantId } from './teams.ts';

const HOST = 'https://northwind-my.sharepoint.com';
const PATH = '/personal/di/uploadSession?guid=1';
const content = '\uFEFF"Köln",-12.5\r\n';
const size = Buffer.byteLength(content);

const http = createHttp({ clock: createManualClock(), log: silentLog, random: () => 0, wait: async () => {} });
afterAll(() => http.close());
const upload = createUpload({ http, trust: channelTrust('public', tenantId) });
const send = (address = `${HOST}${PATH}`) => upload({ address, content });

it('sends the whole file, its range in bytes and no token', async () => {
  const files = nock(HOST, {
    badheaders: ['authorization'],
    reqheaders: { 'content-range': `bytes 0-${size - 1}/${size}`, 'content-length': String(size) },
  })
    .put(PATH, (body) => Buffer.from(body, 'hex').toString() === content || body === content)
    .reply(201, {});
  await send();
  expect(files.isDone()).toBe(true);
});

it('sends an empty file without a range', async () => {
  const files = nock(HOST, { badheaders: ['content-range'] })
    .put(PATH)
    .reply(201, {});
  await upload({ address: `${HOST}${PATH}`, content: '' });
  expect(files.isDone()).toBe(true);
});

it('repeats an upload that cannot have arrived', async () => {
  nock(HOST).put(PATH).reply(503, '', { 'retry-after': '0' }).put(PATH).reply(200, {});
  await expect(send()).resolves.toEqual({});
});

it.each([
  ['says nothing of it', 201, 'no json', {}],
  ['has it whole', 200, JSON.stringify({ name: 'a 1.csv', size }), { name: 'a 1.csv' }],
  ['has a part of it', 201, JSON.stringify({ name: 'a.csv', size: size - 1 }), 'connector.error.uploadOther'],
  ['waits for the rest', 202, '{"nextExpectedRanges":["3-"]}', 'connector.error.uploadOther'],
])('where OneDrive %s, the upload says so', async (_what, status, text, told) => {
  nock(HOST).put(PATH).reply(status, text);
  expect(await send().catch(({ textKey }: { textKey: string }) => textKey)).toEqual(told);
});

it.each([
  [404, 'gone', 'connector.error.uploadRefused'],
  [403, 'refused', 'connector.error.uploadRefused'],
  [413, 'too-large', 'connector.error.uploadTooLarge'],
  [500, 'unclear', 'connector.error.uploadUnclear'],
])('HTTP %i gives the error for its meaning', async (status, kind, textKey) => {
  nock(HOST).put(PATH).reply(status, 'a body that says nothing');
  await expect(send()).rejects.toMatchObject({ kind, textKey });
});

it('does not repeat an upload that may have arrived', async () => {
  nock(HOST)
    .put(PATH)
    .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
  await expect(send()).rejects.toMatchObject({ textKey: expect.stringMatching(/upload(Unclear|NotSent)$/) });
});

it('sends nothing to an address outside Teams', async () => {
  await expect(send('https://evil.example/upload')).rejects.toMatchObject({
    kind: 'refused',
    textKey: 'connector.error.uploadAddress',
  });
});
