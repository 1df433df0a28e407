import { people, tenantId } from '../../world.ts';
import { activitiesPath, card, cardAnswer, cardMessage, GENERAL, useHarness } from './support/harness.ts';
import { incorrectAuthCode } from './support/sign-in-answers.ts';

const harness = useHarness();
let posted: string;
beforeEach(async () => {
  posted = await harness.post(GENERAL, cardMessage(card('waiting')));
});

const MESSAGE = 'application/vnd.microsoft.activity.message';
const press = () => harness.sandbox.act('bo', posted, 'approve');
const cardsShownTo = async (as: 'ana' | 'bo'): Promise<unknown> =>
  (await harness.sandbox.messages(GENERAL, as))[0]?.cards;

test('a press reaches the bot as the invoke that Teams sends', async () => {
  harness.bot.answer(200, cardAnswer(card('granting')));
  await harness.sandbox.act('bo', posted, 'approve', { id: 'r1', reason: 'fine' });
  expect(harness.lastActivity()).toMatchObject({
    type: 'invoke',
    name: 'adaptiveCard/action',
    id: expect.stringMatching(/^f:[0-9a-f-]{36}$/),
    replyToId: posted,
    from: { id: people.bo.teamsId, aadObjectId: people.bo.objectId },
    conversation: { id: `${GENERAL};messageid=${posted}`, conversationType: 'channel', tenantId },
    value: {
      action: { type: 'Action.Execute', verb: 'approve', data: { id: 'r1', reason: 'fine' } },
      trigger: 'manual',
    },
  });
});

describe('the card that answers a press', () => {
  beforeEach(async () => {
    harness.bot.answer(200, cardAnswer(card('granting')));
    await press();
  });

  test('is shown to the clicker only, also after a restart', async () => {
    await harness.restart();
    expect([await cardsShownTo('bo'), await cardsShownTo('ana')]).toEqual([[card('granting')], [card('waiting')]]);
  });

  test("is replaced by the bot's next edit", async () => {
    await harness.connector('PUT', activitiesPath(GENERAL, posted), cardMessage(card('granted')));
    expect([await cardsShownTo('bo'), await cardsShownTo('ana')]).toEqual([[card('granted')], [card('granted')]]);
  });
});

test.each([
  ['an empty body', 200, undefined],
  ['no JSON', 200, 'fine'],
  ['an unknown type', 200, { statusCode: 200, type: 'application/json', value: {} }],
  ['no status code inside', 200, { type: MESSAGE, value: 'done' }],
  ['a card that is text', 200, cardAnswer('card')],
  ['an HTTP error', 500, { statusCode: 200, type: MESSAGE, value: 'done' }],
  ['not implemented', 501, undefined],
])('an answer that Teams does not take with %s is a notice for the clicker', async (_name, status, body) => {
  harness.bot.answer(status, body);
  const text = expect.stringContaining('Something went wrong');
  expect(await harness.eventsOf('bo', 1, press)).toMatchObject([
    { event: { type: 'notice', conversationId: GENERAL, rootId: posted, text } },
  ]);
});

test('an answer that Teams does not take is returned without its body, and the card stays', async () => {
  harness.bot.answer(200, { statusCode: 200, type: 'text', value: 1 });
  expect([await press(), await cardsShownTo('bo')]).toEqual([{ status: 200 }, [card('waiting')]]);
});

test.each([
  ['a message', { statusCode: 200, type: MESSAGE, value: 'Not you.' }],
  ['an error', { statusCode: 400, type: 'application/vnd.microsoft.error', value: { code: 'Bad', message: 'No.' } }],
  ['the refusal of a sign-in', incorrectAuthCode],
])('%s as the answer to a press is returned as it is, and the card stays', async (_name, body) => {
  harness.bot.answer(200, body);
  expect([await press(), await cardsShownTo('bo')]).toEqual([{ status: 200, body }, [card('waiting')]]);
});

test('a press for a bot that is not there is answered 502', async () => {
  await harness.bot.close();
  expect(await press()).toEqual({ status: 502 });
});

test("a press on a person's message is refused: it has no card", async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, 'hello');
  await expect(harness.sandbox.act('bo', id, 'approve')).rejects.toThrow('no card');
});

test('Action.Submit reaches the bot as a message with the value', async () => {
  const arrived = new Promise<void>((resolve) => harness.bot.before(async () => resolve()));
  const { status, body } = await harness.api('POST', '/invoke', {
    as: 'ana',
    conversation: GENERAL,
    message: posted,
    action: { type: 'Action.Submit', data: { role: 'reader' } },
    submit: true,
  });
  await arrived;
  expect([status, body, harness.lastActivity()]).toMatchObject([
    200,
    { status: 202 },
    { type: 'message', value: { role: 'reader' }, replyToId: posted },
  ]);
});

test('a card that answers a press on a message deleted meanwhile is not shown', async () => {
  harness.bot.answer(200, cardAnswer(card('granting')));
  harness.bot.before(async () => {
    await harness.connector('DELETE', activitiesPath(GENERAL, posted));
  });
  await press();
  expect(await cardsShownTo('bo')).toEqual([]);
});
