import { everybody } from '../../world.ts';
import { openEvents } from './support/event-reader.ts';
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

const say = (body: object) => harness.api('POST', '/messages', body);
const messagesOf = (as: string, conversation: string) =>
  harness.api('GET', `/messages?${new URLSearchParams({ as, conversation })}`);

test('the world has the app with its commands, the bot, the team with its channels, the people, Ana first, and the locales', async () => {
  const { body } = await harness.api('GET', '/world');
  const command = (title: string) => expect.arrayContaining([{ title, description: expect.any(String) }]);
  expect(body).toMatchObject({
    app: { name: 'Steward', version: expect.any(String), description: expect.any(String) },
    commands: { channel: command('request role'), personal: command('help') },
    locales: expect.arrayContaining(
      ['en-GB', 'en-US', 'de-DE', 'fr-FR', 'ja-JP', 'pt-BR'].map((tag) => ({ tag, name: expect.any(String) })),
    ),
    bot: { name: 'Steward' },
    team: {
      name: 'Payments',
      channels: [{ name: 'General' }, { name: 'Approvals' }, { name: 'Alerts' }, { name: 'Finance' }],
    },
    people: Object.values(everybody).map(({ key, name, teamsId }) => ({ key, name, teamsId, guest: key === 'ed' })),
  });
});

const placesOf = async (as: string): Promise<string[]> => {
  const { body } = await harness.api('GET', `/conversations?as=${as}`);
  const views = Object.values(body) as { kind: string; type?: string; name: string }[];
  return views.map(({ kind, type, name }) => [type, kind, name].filter(Boolean).join(' '));
};
const standard = ['General', 'Approvals', 'Alerts', 'Finance'].map((name) => `standard channel ${name}`);

test.each([
  [
    'a member of the team',
    'ana',
    [
      ...standard,
      'shared channel Acquirers',
      'group Payouts on call',
      'group Lunch',
      'direct Gwen Hale',
      'personal Steward',
    ],
  ],
  ['a member of the private channel', 'cy', [...standard, 'private channel Fraud review', 'personal Steward']],
  [
    'an employee outside the team',
    'gwen',
    ['group Payouts on call', 'group Lunch', 'direct Ana Rossi', 'personal Steward'],
  ],
  ['a person of another organisation', 'noor', ['shared channel Acquirers']],
])('the conversations of %s are the ones with them', async (_who, key, places) => {
  expect(await placesOf(key)).toEqual(places);
});

test("another person's chat is answered 404", async () => {
  expect((await messagesOf('bo', ANA_CHAT)).status).toBe(404);
});

test('a sent message is stored as it was typed, with its mention marked', async () => {
  const { body } = await say({ as: 'ana', conversation: GENERAL, text: '@steward help', mentionsBot: true });
  expect((await messagesOf('bo', GENERAL)).body).toMatchObject([
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
  ['from an unknown person', { as: 'zoe', conversation: GENERAL, text: 'hi' }, 400],
  ['without a text', { as: 'ana', conversation: GENERAL, text: ' ' }, 400],
  ['to an unknown conversation', { as: 'ana', conversation: 'x', text: 'hi' }, 404],
])('a message %s is refused', async (_name, body, status) => expect((await say(body)).status).toBe(status));

/** Bo's page saw the message "one" and was closed; the id of that event. */
const lastSeenByBo = async (): Promise<number> => {
  const [seen] = await harness.eventsOf('bo', 1, () => harness.sandbox.say('ana', GENERAL, 'one'));
  return seen?.id ?? 0;
};
const missedByBo = async (lastSeen: number) => {
  const after = await openEvents(harness.sandbox.url, 'bo', lastSeen);
  const missed = await after.next(1);
  after.close();
  return missed;
};

test('the events of a page have new messages of a channel for everybody, under rising ids', async () => {
  const [first, second] = await harness.eventsOf('bo', 2, async () => {
    await harness.sandbox.say('ana', GENERAL, 'one');
    await harness.post(GENERAL, message('two'));
  });
  expect([first, second, (second?.id ?? 0) > (first?.id ?? 0)]).toMatchObject([
    { event: { type: 'message', message: { text: 'one' } } },
    { event: { type: 'message', message: { text: 'two', from: { kind: 'bot' } } } },
    true,
  ]);
});

test("the events of a page have nothing of another person's chat", async () => {
  const events = await harness.eventsOf('bo', 1, async () => {
    await harness.post(ANA_CHAT, message('for Ana'));
    await harness.post(GENERAL, message('for all'));
  });
  expect(events).toMatchObject([{ event: { message: { text: 'for all' } } }]);
});

test('the events of a page have the card that answers a press for the clicker only', async () => {
  const id = await harness.post(GENERAL, cardMessage(card('waiting')));
  const value = card('granting');
  harness.bot.answer(200, cardAnswer(value));
  let ana: unknown;
  const bo = await harness.eventsOf('bo', 1, async () => {
    ana = await harness.eventsOf('ana', 1, async () => {
      await harness.sandbox.act('bo', id, 'approve');
      await harness.post(GENERAL, message('for all'));
    });
  });
  expect([bo, ana]).toMatchObject([
    [{ event: { message: { id, cards: [value] } } }],
    [{ event: { message: { text: 'for all' } } }],
  ]);
});

test('the events of a page go on after the last event that the page saw', async () => {
  const seen = await lastSeenByBo();
  await harness.sandbox.say('ana', GENERAL, 'two');
  expect(await missedByBo(seen)).toMatchObject([{ event: { message: { text: 'two' } } }]);
});

test('the events of a page ask the page to load everything when the missed events are no longer stored', async () => {
  const seen = await lastSeenByBo();
  harness.clock.advance(1_000);
  await harness.restart();
  expect(await missedByBo(seen)).toMatchObject([{ event: { type: 'world' } }]);
});

test('the events of a page have the typing of the bot with its conversation and thread', async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, 'a question');
  const events = await harness.eventsOf('ana', 1, () =>
    harness.connector('POST', activitiesPath(`${GENERAL};messageid=${id}`), { type: 'typing' }),
  );
  expect(events).toMatchObject([{ event: { type: 'typing', conversationId: GENERAL, rootId: id } }]);
});

test('the events of a page have a notice for the author when the bot refused the message', async () => {
  harness.bot.answer(403);
  let rootId = '';
  const [, notice] = await harness.eventsOf('ana', 2, async () => {
    ({ id: rootId } = await harness.sandbox.say('ana', GENERAL, '@Steward help'));
  });
  const text = 'Steward refused the message (HTTP 403).';
  expect(notice?.event).toMatchObject({ type: 'notice', conversationId: GENERAL, rootId, text });
});

test('the events of a page have a notice for the author when the bot is not there', async () => {
  await harness.bot.close();
  const [, notice] = await harness.eventsOf('ana', 2, () => harness.sandbox.say('ana', ANA_CHAT, 'help'));
  expect(notice?.event).toMatchObject({ type: 'notice', text: expect.stringContaining('could not be reached') });
});
