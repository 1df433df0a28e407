import type { ServerEvent } from '../../../src/sandbox/teams/api.ts';
import { people, tenantId } from '../../../src/sandbox/world.ts';
import { openEvents } from './support/event-reader.ts';
import { card, cardMessage, createHarness, GENERAL, type Harness, request } from './support/harness.ts';

let harness: Harness;
let posted: string;
beforeEach(async () => {
  harness = await createHarness();
  posted = await harness.post(GENERAL, cardMessage(card('waiting')));
});
afterEach(() => harness.close());

const cardAnswer = (content: unknown): object => ({
  statusCode: 200,
  type: 'application/vnd.microsoft.card.adaptive',
  value: content,
});
const cardsSeenBy = async (as: 'ana' | 'bo'): Promise<unknown> =>
  (await harness.sandbox.messages(GENERAL, as))[0]?.cards;

test('a press reaches the bot as the invoke that Teams sends', async () => {
  harness.bot.answer(200, cardAnswer(card('granting')));
  await harness.sandbox.act('bo', posted, 'approve', { id: 'r1', reason: 'fine' });
  expect(harness.bot.heard[0]?.activity).toMatchObject({
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

test('a press repeated under its own activity id keeps that id', async () => {
  await harness.sandbox.act('bo', posted, 'approve', {}, { activityId: 'f:again' });
  expect(harness.bot.heard[0]?.activity['id']).toBe('f:again');
});

describe('the card that answers a press', () => {
  beforeEach(async () => {
    harness.bot.answer(200, cardAnswer(card('granting')));
    await harness.sandbox.act('bo', posted, 'approve');
  });

  test('is what the clicker sees', async () => expect(await cardsSeenBy('bo')).toEqual([card('granting')]));

  test('is not what others see', async () => expect(await cardsSeenBy('ana')).toEqual([card('waiting')]));

  test('outlives a restart', async () => {
    await harness.restart();
    expect(await cardsSeenBy('bo')).toEqual([card('granting')]);
  });

  test("gives way to the bot's next edit", async () => {
    const path = `/${encodeURIComponent(GENERAL)}/activities/${posted}`;
    await harness.connector('PUT', path, cardMessage(card('granted')));
    expect([await cardsSeenBy('bo'), await cardsSeenBy('ana')]).toEqual([[card('granted')], [card('granted')]]);
  });
});

describe('an answer that Teams does not take', () => {
  const notices = async (status: number, body: unknown): Promise<ServerEvent[]> => {
    const events = await openEvents(harness.sandbox.url, 'bo');
    harness.bot.answer(status, body);
    await harness.sandbox.act('bo', posted, 'approve');
    const [notice] = await events.next(1);
    events.close();
    return notice ? [notice.event] : [];
  };

  test.each([
    ['an empty body', 200, undefined],
    ['no JSON', 200, 'fine'],
    ['a type of no meaning', 200, { statusCode: 200, type: 'application/json', value: {} }],
    ['no status code inside', 200, { type: 'application/vnd.microsoft.activity.message', value: 'done' }],
    ['a card that is text', 200, cardAnswer('card')],
    ['an HTTP error', 500, { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 'done' }],
    ['not implemented', 501, undefined],
  ])('%s is told as a notice to the clicker', async (_name, status, body) => {
    expect(await notices(status, body)).toEqual([
      {
        type: 'notice',
        conversationId: GENERAL,
        rootId: posted,
        text: expect.stringContaining('Something went wrong'),
      },
    ]);
  });

  test('comes back without a body and leaves the card', async () => {
    harness.bot.answer(200, { statusCode: 200, type: 'text', value: 1 });
    const result = await harness.sandbox.act('bo', posted, 'approve');
    expect([result, await cardsSeenBy('bo')]).toEqual([{ status: 200 }, [card('waiting')]]);
  });
});

test.each([
  ['a message', { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 'Not you.' }],
  ['an error', { statusCode: 400, type: 'application/vnd.microsoft.error', value: { code: 'Bad', message: 'No.' } }],
])('%s comes back as it is and leaves the card', async (_name, body) => {
  harness.bot.answer(200, body);
  const result = await harness.sandbox.act('bo', posted, 'approve');
  expect([result, await cardsSeenBy('bo')]).toEqual([{ status: 200, body }, [card('waiting')]]);
});

test('a bot that is not there is told as 502', async () => {
  await harness.bot.close();
  expect(await harness.sandbox.act('bo', posted, 'approve')).toEqual({ status: 502 });
});

test("a person's message has no buttons", async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, 'hello');
  await expect(harness.sandbox.act('bo', id, 'approve')).rejects.toThrow('no card');
});

test('Action.Submit arrives as a message with the value', async () => {
  const arrived = new Promise<void>((resolve) => harness.bot.before(async () => resolve()));
  const { status, body } = await request(`${harness.sandbox.url}/api/invoke`, 'POST', {
    as: 'ana',
    conversation: GENERAL,
    message: posted,
    action: { type: 'Action.Submit', data: { role: 'reader' } },
    submit: true,
  });
  await arrived;
  expect([status, body, harness.bot.heard[0]?.activity]).toMatchObject([
    200,
    { status: 202 },
    { type: 'message', value: { role: 'reader' }, replyToId: posted },
  ]);
});

test('a card that answers a press does not stand on a message that the bot deleted meanwhile', async () => {
  harness.bot.answer(200, cardAnswer(card('granting')));
  harness.bot.before(async () => {
    await harness.connector('DELETE', `/${encodeURIComponent(GENERAL)}/activities/${posted}`);
  });
  await harness.sandbox.act('bo', posted, 'approve');
  expect(await cardsSeenBy('bo')).toEqual([]);
});
