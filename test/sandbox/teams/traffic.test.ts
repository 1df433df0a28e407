import type { ServerEvent, TrafficView } from '../../../src/sandbox/teams/api.ts';
import { redact } from '../../../src/sandbox/teams/inspector/redact.ts';
import { createTraffic } from '../../../src/sandbox/teams/inspector/traffic.ts';
import { openEvents } from './support/event-reader.ts';
import {
  card,
  cardMessage,
  createHarness,
  fetchToken,
  GENERAL,
  type Harness,
  message,
  request,
} from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const traffic = async (): Promise<TrafficView[]> =>
  (await request(`${harness.sandbox.url}/api/traffic?as=ana`, 'GET')).body as unknown as TrafficView[];

test('an activity to the bot stands there whole, with what the bot answered', async () => {
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

test('an invoke is told by its name', async () => {
  const posted = await harness.post(GENERAL, cardMessage(card('waiting')));
  await harness.sandbox.act('bo', posted, 'approve');
  expect((await traffic()).at(-1)?.title).toBe('invoke adaptiveCard/action · Bo Lind · General, thread');
});

test("the bot's calls stand there with their answers, refusals too", async () => {
  const id = await harness.post(GENERAL, message('hello'));
  const below = `/${encodeURIComponent(GENERAL)}/activities`;
  await harness.connector('PUT', `${below}/1`, message('again'));
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

test('a lost answer has status 0', async () => {
  harness.sandbox.faults.next({ resetAfter: true });
  await harness.post(GENERAL).catch(() => undefined);
  expect((await traffic()).map(({ status, response }) => [status, response])).toEqual([[0, undefined]]);
});

test('a bot that cannot be reached has status 0', async () => {
  await harness.bot.close();
  await harness.sandbox.say('ana', GENERAL, 'hello', { mention: true });
  expect((await traffic()).map(({ status, response }) => [status, response])).toEqual([[0, undefined]]);
});

test('no token of either side is in it', async () => {
  const token = await fetchToken(harness.sandbox);
  await harness.post(GENERAL);
  await harness.sandbox.say('ana', GENERAL, 'hello', { mention: true });
  const text = JSON.stringify(await traffic());
  const [, signature] = (harness.bot.heard[0]?.authorization ?? '').split(' ');
  expect([token, signature].filter((secret) => secret === undefined || text.includes(secret))).toEqual([]);
});

test('the newest 500 are kept, oldest first', () => {
  const told: number[] = [];
  const kept = createTraffic(harness.clock, ({ id }) => told.push(id));
  for (let count = 0; count < 520; count += 1) kept.toBot({ type: 'message' })({ kind: 'unreachable' });
  const ids = kept.list().map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1), told.length]).toEqual([500, 21, 520, 520]);
});

test('what began first stands first, whatever ended first', () => {
  const kept = createTraffic(harness.clock, () => {});
  const [first, second] = [kept.toBot({ type: 'invoke' }), kept.toBot({ type: 'message' })];
  second({ kind: 'late' });
  first({ kind: 'late' });
  expect(kept.list().map(({ title }) => title)).toEqual(['invoke', 'message']);
});

test('what a page could misuse is starred, what is endless is cut', () => {
  expect(
    redact({
      uploadInfo: { uploadUrl: 'http://127.0.0.1:3979/files/upload/a-b_c9', name: 'a' },
      list: ['Bearer abcdefghij.klm.nop', 'x'.repeat(30_000), 5, null],
    }),
  ).toEqual({
    uploadInfo: { uploadUrl: 'http://127.0.0.1:3979/files/upload/***', name: 'a' },
    list: ['Bearer ***', `${'x'.repeat(20_000)}… (30000 characters)`, 5, null],
  });
});

describe('live', () => {
  /** The kinds of event that a page is told of while the bot posts once and is spoken to once. */
  const kindsTold = async (query: string): Promise<ServerEvent['type'][]> => {
    const reader = await openEvents(harness.sandbox.url, `ana${query}`);
    await harness.post(GENERAL);
    await harness.sandbox.say('ana', GENERAL, 'hello', { mention: true });
    const last = await harness.post(GENERAL, message('last'));
    const types: ServerEvent['type'][] = [];
    for (;;) {
      const [next] = await reader.next(1);
      if (!next) break;
      types.push(next.event.type);
      if (next.event.type === 'message' && next.event.message.id === last) break;
    }
    reader.close();
    return types;
  };

  test('an inspecting page is told of each exchange', async () => {
    expect((await kindsTold('&inspect=1')).filter((type) => type === 'traffic')).toHaveLength(2);
  });

  test('no other page is', async () => {
    expect(await kindsTold('')).toEqual(['message', 'message', 'message']);
  });
});
