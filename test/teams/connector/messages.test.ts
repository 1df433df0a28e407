import { createHttp } from '#platform/http/http.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { ConversationRef } from '#teams/connector/connector.ts';
import type { OutgoingActivity } from '#teams/connector/messages.ts';
import { channelTrust } from '#teams/connector/trust.ts';
import { createUpload } from '#teams/connector/upload.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { nock } from '../../support/strict-nock.ts';
import { until } from '../../support/until.ts';
import {
  appId,
  benchPerTest,
  channel,
  failureOf,
  givesToken,
  pathOf,
  serviceUrl,
  teams,
  tenantId,
  thread,
} from './teams.ts';

const bench = benchPerTest();

const sender = { from: { id: `28:${appId}` } };
const card = { type: 'AdaptiveCard', version: '1.5', body: [] };

const hello = { text: 'hello' };
const inChat: ConversationRef = { id: 'a:1abc', serviceUrl, tenantId };
const news = { card, summary: 'Ana asks for Reader' };
const newsBody = {
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  summary: news.summary,
};
const mention = {
  text: '<at>Bo</at>',
  entities: [{ type: 'mention', text: '<at>Bo</at>', mentioned: { id: '29:bo', name: 'Bo' } }],
};

it.each<[string, ConversationRef, OutgoingActivity, object, string?]>([
  ['a text goes into a thread', thread, hello, { ...hello, textFormat: 'plain' }],
  [
    'a text to a channel starts a thread',
    channel,
    hello,
    { ...hello, textFormat: 'plain' },
    `${channel.id};messageid=17`,
  ],
  ['a text goes into a personal chat, which has no threads', inChat, hello, { ...hello, textFormat: 'plain' }],
  ['a card goes alone, with the summary for the toast', thread, news, newsBody],
  [
    'a message that rings asks for a place in the activity feed',
    thread,
    { ...news, alert: true },
    { ...newsBody, channelData: { notification: { alert: true } } },
  ],
  ['mentions go along with a text', thread, mention, { ...mention, textFormat: 'plain' }],
])('%s', async (_what, to, message, body, conversationId = to.id) => {
  givesToken();
  teams()
    .post(pathOf(to.id), { type: 'message', ...sender, conversation: { id: to.id }, ...body })
    .reply(201, { id: '17' });
  await expect(bench.connector.send(to, message)).resolves.toEqual({ activityId: '17', conversationId });
});

it('refuses a card with a text beside it', async () => {
  await expect(bench.connector.send(thread, { card, text: 'and this' })).rejects.toThrow(TypeError);
});

it('shows that it is typing, which leaves no message behind', async () => {
  givesToken();
  teams()
    .post(pathOf(thread.id), { type: 'typing', ...sender, conversation: { id: thread.id } })
    .reply(202);
  await expect(bench.connector.send(thread, { typing: true })).resolves.toEqual({
    activityId: '',
    conversationId: thread.id,
  });
});

it('edits the message it names', async () => {
  givesToken();
  teams()
    .put(pathOf(thread.id, 'activities/1700000000001'), (body) => body.attachments[0].content.type === 'AdaptiveCard')
    .reply(200, { id: '1700000000001' });
  await expect(bench.connector.edit(thread, '1700000000001', { card })).resolves.toBeUndefined();
});

it('removes the message it names', async () => {
  givesToken();
  teams().delete(pathOf(thread.id, 'activities/1700000000001')).reply(200);
  await expect(bench.connector.remove(thread, '1700000000001')).resolves.toBeUndefined();
});

it('a removal of a missing message succeeds', async () => {
  givesToken();
  teams().delete(pathOf(thread.id, 'activities/5')).reply(404);
  await expect(bench.connector.remove(thread, '5')).resolves.toBeUndefined();
});

it('sends a message of just under 28 KB as UTF-16', async () => {
  givesToken();
  teams().post(pathOf(thread.id)).reply(201, { id: '6' });
  await expect(bench.connector.send(thread, { text: 'ä'.repeat(14_000) })).resolves.toMatchObject({ activityId: '6' });
});

it('refuses a larger message without a request', async () => {
  await expect(failureOf(bench.connector.send(thread, { text: 'ä'.repeat(14_336) }))).resolves.toMatchObject({
    kind: 'too-large',
  });
});

describe('concurrent posts to one channel', () => {
  it('are sent one by one, also to different threads', async () => {
    givesToken();
    let inFlight = 0;
    let most = 0;
    for (const id of [channel.id, thread.id, `${channel.id};messageid=2`]) {
      teams()
        .post(pathOf(id))
        .reply(201, async () => {
          inFlight += 1;
          most = Math.max(most, inFlight);
          await new Promise((resolve) => setImmediate(resolve));
          inFlight -= 1;
          return { id: '7' };
        });
    }
    const threads = [channel, thread, { ...channel, id: `${channel.id};messageid=2` }];
    await Promise.all(threads.map((ref) => bench.connector.send(ref, { text: 'x' })));
    expect(most).toBe(1);
  });

  it('are sent critical ones first', async () => {
    givesToken();
    const order: string[] = [];
    teams()
      .post(pathOf(thread.id), (body) => order.push(body.text) > 0)
      .times(3)
      .reply(201, { id: '7' });
    await Promise.all([
      bench.connector.send(thread, { text: 'under way' }),
      bench.connector.send(thread, { text: 'normal' }),
      bench.connector.send(thread, { text: 'critical' }, { priority: 'critical' }),
    ]);
    expect([...new Set(order)]).toEqual(['under way', 'critical', 'normal']);
  });
});

it('a recorded post waits until the post before it is recorded; a reply does not wait', async () => {
  givesToken();
  teams().post(pathOf(thread.id)).reply(201, { id: '1' });
  const written = Promise.withResolvers<void>();
  const places: unknown[] = [];
  const first = bench.connector.send(
    thread,
    { text: 'first' },
    {
      recorded: async (posted) => {
        places.push(posted);
        await written.promise;
      },
    },
  );
  await until('posted', () => places.length === 1);
  const second = bench.connector.edit(thread, '1', { text: 'second' }, { recorded: async () => {} });
  teams().post(pathOf(thread.id)).reply(201, { id: '2' });
  await bench.connector.send(thread, { text: 'a reply' });
  // Would be refused by the strict mock if it left now.
  await new Promise((resolve) => setTimeout(resolve, 20));
  teams().put(pathOf(thread.id, 'activities/1')).reply(200, { id: '1' });
  written.resolve();
  await Promise.all([first, second]);
  expect(places).toEqual([{ activityId: '1', conversationId: thread.id }]);
});

it('a post that cannot be recorded fails and is not repeated', async () => {
  givesToken();
  teams().post(pathOf(thread.id)).reply(201, { id: '1' });
  const recorded = () => Promise.reject(new Error('the disk is full'));
  await expect(bench.connector.send(thread, { text: 'hello' }, { recorded })).rejects.toThrow('the disk is full');
});

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
