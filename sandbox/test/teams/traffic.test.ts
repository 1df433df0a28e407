import type { ServerEvent, TrafficView } from '../../teams/api.ts';
import { createTraffic } from '../../teams/inspector/traffic.ts';
import { openEvents } from './support/event-reader.ts';
import { activitiesPath, card, cardMessage, fetchToken, GENERAL, message, useHarness } from './support/harness.ts';

const harness = useHarness();

const traffic = async (): Promise<TrafficView[]> =>
  (await harness.api('GET', '/traffic?as=ana')).body as unknown as TrafficView[];

test('an activity to the bot is listed whole, with the answer of the bot', async () => {
  harness.bot.answer(200, { hello: 'there' });
  const { id } = await harness.sandbox.say('ana', GENERAL, 'my requests', { mention: true });
  expect(await traffic()).toEqual([
    {
      id: 1,
      at: new Date(harness.clock.now()).toISOString(),
      to: 'bot',
      title: 'message · Ana Rossi · General, thread',
      status: 200,
      ms: 0,
      request: expect.objectContaining({ type: 'message', id, text: '<at>Steward</at> my requests' }),
      response: { hello: 'there' },
    },
  ]);
});

test('an invoke is listed with its name, the person and the conversation', async () => {
  const posted = await harness.post(GENERAL, cardMessage(card('waiting')));
  await harness.sandbox.act('bo', posted, 'approve');
  expect((await traffic()).at(-1)?.title).toBe('invoke adaptiveCard/action · Bo Lind · General, thread');
});

test("the bot's calls are listed with their answers, also refusals", async () => {
  const id = await harness.post(GENERAL, message('hello'));
  await harness.connector('PUT', activitiesPath(GENERAL, '1'), message('again'));
  const path = `/v3/conversations/${GENERAL}/activities`;
  expect((await traffic()).map(({ id: _, at: __, ms: ___, ...entry }) => entry)).toEqual([
    {
      to: 'teams',
      title: 'POST …/activities · General · “hello”',
      status: 201,
      request: { method: 'POST', path, body: message('hello') },
      response: { id },
    },
    {
      to: 'teams',
      title: 'PUT …/activities/1 · General',
      status: 404,
      request: { method: 'PUT', path: `${path}/1` },
      response: { error: { code: 'ActivityNotFoundInConversation', message: expect.any(String) } },
    },
  ]);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'a call whose answer was lost',
    () => {
      harness.sandbox.faults.next({ resetAfter: true });
      return harness.post(GENERAL).catch(() => undefined);
    },
  ],
  [
    'an activity for a bot that is not there',
    async () => {
      await harness.bot.close();
      await harness.sandbox.say('ana', GENERAL, 'hello', { mention: true });
    },
  ],
])('%s has status 0 and no response', async (_name, act) => {
  await act();
  expect((await traffic()).map(({ status, response }) => [status, response])).toEqual([[0, undefined]]);
});

test('the list has no token of either side', async () => {
  const token = await fetchToken(harness.sandbox);
  await harness.post(GENERAL);
  await harness.sandbox.say('ana', GENERAL, 'hello', { mention: true });
  const text = JSON.stringify(await traffic());
  const [, signature] = (harness.bot.received[0]?.authorization ?? '').split(' ');
  expect([token, signature].filter((secret) => secret === undefined || text.includes(secret))).toEqual([]);
});

test('the list has the newest 500 entries, oldest first', () => {
  const reported: number[] = [];
  const log = createTraffic(harness.clock, ({ id }) => reported.push(id));
  for (let count = 0; count < 520; count += 1) log.toBot({ type: 'message' })({ kind: 'unreachable' });
  const ids = log.list().map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1), reported.length]).toEqual([500, 21, 520, 520]);
});

test('entries are in the order of their beginnings', () => {
  const log = createTraffic(harness.clock, () => {});
  const [first, second] = [log.toBot({ type: 'invoke' }), log.toBot({ type: 'message' })];
  second({ kind: 'late' });
  first({ kind: 'late' });
  expect(log.list().map(({ title }) => title)).toEqual(['invoke', 'message']);
});

test('upload addresses and tokens are replaced by stars, and long texts are cut', () => {
  const log = createTraffic(harness.clock, () => {});
  log.toBot({
    uploadInfo: { uploadUrl: 'http://127.0.0.1:3979/files/upload/a-b_c9', name: 'a' },
    list: ['Bearer abcdefghij.klm.nop', 'x'.repeat(30_000), 5, null],
  })({ kind: 'late' });
  expect(log.list()[0]?.request).toEqual({
    uploadInfo: { uploadUrl: 'http://127.0.0.1:3979/files/upload/***', name: 'a' },
    list: ['Bearer ***', `${'x'.repeat(20_000)}… (30000 characters)`, 5, null],
  });
});

test.each([
  ['a page with inspect=1 gets two traffic events', '&inspect=1', 2],
  ['any other page gets none', '', 0],
])('while the bot posts and receives a message, %s', async (_name, query, count) => {
  const reader = await openEvents(harness.sandbox.url, `ana${query}`);
  await harness.post(GENERAL);
  await harness.sandbox.say('ana', GENERAL, 'hello', { mention: true });
  const last = await harness.post(GENERAL, message('last'));
  const types: ServerEvent['type'][] = [];
  for (;;) {
    const [next] = await reader.next(1);
    types.push(next?.event.type ?? 'world');
    if (next?.event.type === 'message' && next.event.message.id === last) break;
  }
  reader.close();
  expect(types.filter((type) => type === 'traffic')).toHaveLength(count);
});
