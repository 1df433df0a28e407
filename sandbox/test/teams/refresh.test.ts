import { people } from '../../world.ts';
import {
  ANA_CHAT,
  activitiesPath,
  card,
  cardAnswer,
  cardMessage,
  GENERAL,
  message,
  useHarness,
} from './support/harness.ts';

const harness = useHarness();

const action = { type: 'Action.Execute', verb: 'look', data: { id: 'r1' } };
const refreshing = (userIds?: readonly string[]): object => ({
  ...card('for all'),
  refresh: { action, ...(userIds ? { userIds } : {}) },
});
const post = (userIds?: readonly string[]): Promise<string> => harness.post(GENERAL, cardMessage(refreshing(userIds)));
const refreshForBo = async (id: string): Promise<number> =>
  (await harness.api('POST', '/invoke', { as: 'bo', message: id, action, trigger: 'automatic' })).status;
const cardsShownTo = async (as: 'ana' | 'bo'): Promise<unknown> =>
  (await harness.sandbox.messages(GENERAL, as)).at(-1)?.cards;

beforeEach(() => harness.bot.answer(200, cardAnswer(card('for Bo'))));

const [ana, bo] = [people.ana.teamsId, people.bo.teamsId];
const sixty = Array.from({ length: 60 }, (_none, index) => `29:somebody-${index}`);

test.each<[string, unknown, number]>([
  ['names Bo', refreshing([bo]), 200],
  ['names Bo as the sixtieth', refreshing([...sixty.slice(1), bo]), 200],
  ['names Bo as the sixty-first', refreshing([...sixty, bo]), 400],
  ['names Ana', refreshing([ana]), 400],
  ['has an empty list of names', refreshing([]), 400],
  ['has no list of names', refreshing(), 200],
  ['has no refresh', card('plain'), 400],
  ['has a refresh that is no Action.Execute', { ...card('x'), refresh: { action: { type: 'Action.Submit' } } }, 400],
])(
  "a refresh of Bo's view where the card %s is asked of the bot, or refused with 400",
  async (_name, content, status) => {
    const id = await harness.post(GENERAL, cardMessage(content));
    expect(await refreshForBo(id)).toBe(status);
    expect(harness.bot.received).toHaveLength(status === 200 ? 1 : 0);
  },
);

test("a refresh of Bo's view reaches the bot with the trigger automatic", async () => {
  await harness.sandbox.refresh('bo', await post([bo]));
  expect(harness.lastActivity()).toMatchObject({
    name: 'adaptiveCard/action',
    from: { id: bo },
    value: { action, trigger: 'automatic' },
  });
});

test("a refresh of Bo's view is not shown to Ana", async () => {
  await harness.sandbox.refresh('bo', await post([bo, ana]));
  expect([await cardsShownTo('bo'), await cardsShownTo('ana')]).toMatchObject([[card('for Bo')], [card('for all')]]);
});

test("a refresh of Bo's view is repeated only if the new card names Bo", async () => {
  harness.bot.answer(200, cardAnswer(refreshing([ana])));
  const id = await post([bo]);
  await harness.sandbox.refresh('bo', id);
  expect(await refreshForBo(id)).toBe(400);
});

test("a refresh of Bo's view is requested again after the bot's next edit", async () => {
  const id = await post([bo]);
  await harness.sandbox.refresh('bo', id);
  await harness.connector('PUT', activitiesPath(GENERAL, id), cardMessage(refreshing([bo])));
  expect(await refreshForBo(id)).toBe(200);
});

test.each([
  ['an error', 200, { statusCode: 400, type: 'application/vnd.microsoft.error', value: { code: 'x', message: 'y' } }],
  ['an answer of an unknown form', 200, { hello: 'there' }],
  ['a failure', 500, undefined],
])("a refresh of Bo's view answered with %s brings no notice and changes nothing", async (_name, status, body) => {
  const id = await post([bo]);
  harness.bot.answer(status, body);
  const [next] = await harness.eventsOf('bo', 1, async () => {
    await refreshForBo(id);
    await harness.post(GENERAL, message('next'));
  });
  expect(next?.event).toMatchObject({ type: 'message', message: { text: 'next' } });
});

test("a refresh of Bo's view in Ana's chat is answered 404", async () => {
  expect(await refreshForBo(await harness.post(ANA_CHAT, cardMessage(refreshing())))).toBe(404);
});
