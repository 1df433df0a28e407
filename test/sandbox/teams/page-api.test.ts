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

const get = async (path: string): Promise<unknown> => (await request(`${harness.sandbox.url}${path}`, 'GET')).body;
const say = (body: object): ReturnType<typeof request> => request(`${harness.sandbox.url}/api/messages`, 'POST', body);

test('the world is the story of world.ts, Ana first', async () => {
  expect(await get('/api/world')).toMatchObject({
    bot: { name: 'Steward' },
    team: {
      name: 'Payments',
      channels: [{ name: 'General' }, { name: 'Approvals' }, { name: 'Alerts' }, { name: 'Finance' }],
    },
    people: Object.values(people).map(({ key, name }) => ({ key, name, guest: key === 'ed' })),
  });
});

test('each person has the channels and one personal chat', async () => {
  expect(Object.values((await get('/api/conversations?as=bo')) as object).slice(3)).toEqual([
    expect.objectContaining({ kind: 'channel', name: 'Finance', team: 'Payments' }),
    { id: 'a:sandbox-bo', kind: 'personal', name: 'Steward', with: 'Steward' },
  ]);
});

test("nobody reads another's personal chat", async () => {
  const { status } = await request(`${harness.sandbox.url}/api/messages?as=bo&conversation=${ANA_CHAT}`, 'GET');
  expect(status).toBe(404);
});

test('a message stands as it was typed, with its mention marked', async () => {
  const { body } = await say({ as: 'ana', conversation: GENERAL, text: '@steward help', mentionsBot: true });
  expect(await get(`/api/messages?as=bo&conversation=${encodeURIComponent(GENERAL)}`)).toMatchObject([
    {
      id: body['id'],
      from: { kind: 'person', key: 'ana', name: 'Ana Rossi' },
      text: '<at>Steward</at> help',
      textFormat: 'plain',
      mentions: [{ text: '<at>Steward</at>', name: 'Steward' }],
    },
  ]);
});

test.each([
  ['an unknown person', { as: 'zoe', conversation: GENERAL, text: 'hi' }, 400],
  ['no text', { as: 'ana', conversation: GENERAL, text: ' ' }, 400],
  ['an unknown conversation', { as: 'ana', conversation: 'x', text: 'hi' }, 404],
])('%s is refused', async (_name, body, status) => expect((await say(body)).status).toBe(status));

describe('the events', () => {
  test('tell of new messages to everybody in a channel, under rising ids', async () => {
    const events = await openEvents(harness.sandbox.url, 'bo');
    await harness.sandbox.say('ana', GENERAL, 'one');
    await harness.post(GENERAL, message('two'));
    const [first, second] = await events.next(2);
    events.close();
    expect([first, second, (second?.id ?? 0) > (first?.id ?? 0)]).toMatchObject([
      { event: { type: 'message', message: { text: 'one' } } },
      { event: { type: 'message', message: { text: 'two', from: { kind: 'bot' } } } },
      true,
    ]);
  });

  test('tell of a personal chat to its person only', async () => {
    const events = await openEvents(harness.sandbox.url, 'bo');
    await harness.post(ANA_CHAT, message('for Ana'));
    await harness.post(GENERAL, message('for all'));
    const told = await events.next(1);
    events.close();
    expect(told).toMatchObject([{ event: { message: { text: 'for all' } } }]);
  });

  test("show the clicker's new card to the clicker only", async () => {
    const id = await harness.post(GENERAL, cardMessage(card('waiting')));
    const [bo, ana] = [await openEvents(harness.sandbox.url, 'bo'), await openEvents(harness.sandbox.url, 'ana')];
    const value = card('granting');
    harness.bot.answer(200, { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value });
    await harness.sandbox.act('bo', id, 'approve');
    await harness.post(GENERAL, message('for all'));
    const told = [await bo.next(1), await ana.next(1)];
    bo.close();
    ana.close();
    expect(told).toMatchObject([
      [{ event: { message: { id, cards: [value] } } }],
      [{ event: { message: { text: 'for all' } } }],
    ]);
  });

  test('tell what was missed since the last one seen', async () => {
    const before = await openEvents(harness.sandbox.url, 'bo');
    await harness.sandbox.say('ana', GENERAL, 'one');
    const [seen] = await before.next(1);
    before.close();
    await harness.sandbox.say('ana', GENERAL, 'two');
    const after = await openEvents(harness.sandbox.url, 'bo', seen?.id ?? 0);
    const told = await after.next(1);
    after.close();
    expect(told).toMatchObject([{ event: { message: { text: 'two' } } }]);
  });

  test('ask to load all again when more was missed than is kept', async () => {
    const before = await openEvents(harness.sandbox.url, 'bo');
    await harness.sandbox.say('ana', GENERAL, 'one');
    const [seen] = await before.next(1);
    before.close();
    harness.clock.advance(1_000);
    await harness.restart();
    const after = await openEvents(harness.sandbox.url, 'bo', seen?.id ?? 0);
    const told = await after.next(1);
    after.close();
    expect(told).toMatchObject([{ event: { type: 'world' } }]);
  });

  test('tell of typing where it happens', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'a question');
    const events = await openEvents(harness.sandbox.url, 'ana');
    const thread = encodeURIComponent(`${GENERAL};messageid=${id}`);
    await harness.connector('POST', `/${thread}/activities`, { type: 'typing' });
    const told = await events.next(1);
    events.close();
    expect(told).toMatchObject([{ event: { type: 'typing', conversationId: GENERAL, rootId: id } }]);
  });

  test('tell the speaker when the bot refused the message', async () => {
    harness.bot.answer(403);
    const events = await openEvents(harness.sandbox.url, 'ana');
    const { id } = await harness.sandbox.say('ana', GENERAL, '@Steward help');
    const told = await events.next(2);
    events.close();
    expect(told[1]).toMatchObject({
      event: { type: 'notice', conversationId: GENERAL, rootId: id, text: 'Steward refused the message (HTTP 403).' },
    });
  });

  test('tell the speaker when the bot is not there', async () => {
    await harness.bot.close();
    const events = await openEvents(harness.sandbox.url, 'ana');
    await harness.sandbox.say('ana', ANA_CHAT, 'help');
    const told = await events.next(2);
    events.close();
    expect(told[1]).toMatchObject({ event: { type: 'notice', text: expect.stringContaining('could not be reached') } });
  });
});
