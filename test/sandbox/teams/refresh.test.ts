import { people } from '../../../src/sandbox/world.ts';
import { openEvents } from './support/event-reader.ts';
import {
  ANA_CHAT,
  card,
  cardMessage,
  createHarness,
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

const action = { type: 'Action.Execute', verb: 'look', data: { id: 'r1' } };
const refreshing = (userIds?: readonly string[]): object => ({
  ...card('for all'),
  refresh: { action, ...(userIds ? { userIds } : {}) },
});
const post = (userIds?: readonly string[]): Promise<string> => harness.post(GENERAL, cardMessage(refreshing(userIds)));
const refresh = (as: string, id: string): ReturnType<typeof request> =>
  request(`${harness.sandbox.url}/api/invoke`, 'POST', { as, message: id, action, trigger: 'automatic' });
const answerWith = (value: unknown): void =>
  harness.bot.answer(200, { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value });
const cardsSeenBy = async (as: 'ana' | 'bo'): Promise<unknown> =>
  (await harness.sandbox.messages(GENERAL, as)).at(-1)?.cards;

const sixty = Array.from({ length: 60 }, (_none, index) => `29:somebody-${index}`);

describe('only who is named among the first 60 is asked for a view', () => {
  test.each<[string, string[], number]>([
    ['the only one', [people.bo.teamsId], 200],
    ['the sixtieth', [...sixty.slice(1), people.bo.teamsId], 200],
    ['the sixty-first', [...sixty, people.bo.teamsId], 400],
    ['another', [people.ana.teamsId], 400],
    ['nobody', [], 400],
  ])('%s', async (_name, userIds, status) => {
    answerWith(card('for Bo'));
    const id = await post(userIds);
    expect((await refresh('bo', id)).status).toBe(status);
    expect(harness.bot.heard).toHaveLength(status === 200 ? 1 : 0);
  });

  test('everybody where the card names nobody by a list', async () => {
    answerWith(card('for Bo'));
    expect((await refresh('bo', await post())).status).toBe(200);
  });

  test('nobody where the card has no refresh', async () => {
    expect((await refresh('bo', await harness.post(GENERAL, cardMessage(card('plain'))))).status).toBe(400);
  });
});

test('the bot is told that nobody pressed', async () => {
  answerWith(card('for Bo'));
  await harness.sandbox.refresh('bo', await post([people.bo.teamsId]));
  expect(harness.bot.heard[0]?.activity).toMatchObject({
    name: 'adaptiveCard/action',
    from: { id: people.bo.teamsId },
    value: { action, trigger: 'automatic' },
  });
});

describe('the view', () => {
  test("is that person's alone", async () => {
    answerWith(card('for Bo'));
    await harness.sandbox.refresh('bo', await post([people.bo.teamsId, people.ana.teamsId]));
    expect([await cardsSeenBy('bo'), await cardsSeenBy('ana')]).toMatchObject([[card('for Bo')], [card('for all')]]);
  });

  test('refreshes itself as it says itself', async () => {
    answerWith(refreshing([people.ana.teamsId]));
    const id = await post([people.bo.teamsId]);
    await harness.sandbox.refresh('bo', id);
    expect((await refresh('bo', id)).status).toBe(400);
  });

  test("gives way to the bot's next edit, and is asked for anew", async () => {
    answerWith(card('for Bo'));
    const id = await post([people.bo.teamsId]);
    await harness.sandbox.refresh('bo', id);
    const path = `/${encodeURIComponent(GENERAL)}/activities/${id}`;
    await harness.connector('PUT', path, cardMessage(refreshing([people.bo.teamsId])));
    expect((await refresh('bo', id)).status).toBe(200);
  });
});

test.each([
  ['an error', 200, { statusCode: 400, type: 'application/vnd.microsoft.error', value: { code: 'x', message: 'y' } }],
  ['an answer of no meaning', 200, { hello: 'there' }],
  ['a failure', 500, undefined],
])('%s is silent and changes nothing', async (_name, status, body) => {
  const id = await post([people.bo.teamsId]);
  const events = await openEvents(harness.sandbox.url, 'bo');
  harness.bot.answer(status, body);
  await refresh('bo', id);
  await harness.post(GENERAL, message('the next thing'));
  const [next] = await events.next(1);
  events.close();
  expect(next?.event).toMatchObject({ type: 'message', message: { text: 'the next thing' } });
});

test("nobody refreshes in another's chat", async () => {
  const id = await harness.post(ANA_CHAT, cardMessage(refreshing()));
  expect((await refresh('bo', id)).status).toBe(404);
});
