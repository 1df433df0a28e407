import { people, sandboxBot, team } from '../../world.ts';
import {
  ANA_CHAT,
  APPROVALS,
  activitiesPath,
  card,
  cardMessage,
  GENERAL,
  message,
  personalParameters,
  useHarness,
} from './support/harness.ts';

const harness = useHarness();

const receivedTypes = (): string[] => harness.bot.received.map(({ activity }) => String(activity['type'])).sort();
const forgetReceived = (): void => {
  harness.bot.received.length = 0;
};
const install = (where: 'team' | 'personal', installed: boolean, headers?: Record<string, string>) =>
  harness.api('PUT', '/app/installation', { as: 'ana', where, installed }, headers);
const appOf = async (as: string): Promise<unknown> => (await harness.api('GET', `/app?as=${as}`)).body;

describe.each([
  ['team' as const, GENERAL, APPROVALS],
  ['personal' as const, ANA_CHAT, ANA_CHAT],
])('after the removal of the app (%s)', (where, conversation, other) => {
  let posted: string;
  beforeEach(async () => {
    posted = await harness.post(conversation, cardMessage(card('waiting')));
    await harness.sandbox.setInstalled('ana', where, false);
    forgetReceived();
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a command', () => harness.sandbox.say('ana', conversation, '@Steward help', { mention: true })],
    ['a press', () => harness.sandbox.act('ana', posted, 'approve')],
    [
      'a form',
      () =>
        harness.api('POST', '/invoke', { as: 'ana', message: posted, action: { type: 'Action.Submit' }, submit: true }),
    ],
    [
      'a dialog',
      () =>
        harness.sandbox.openDialog('ana', { kind: 'card', message: posted, data: { msteams: { type: 'task/fetch' } } }),
    ],
  ])('%s does not reach the bot', async (_name, act) => {
    await act();
    expect(receivedTypes()).toEqual([]);
  });

  test.each([
    ['post', 'POST', activitiesPath(other)],
    ['edit', 'PUT', `${activitiesPath(other)}/:posted`],
    ['deletion', 'DELETE', `${activitiesPath(other)}/:posted`],
    ['look-up of members', 'GET', `/${encodeURIComponent(other)}/members`],
  ])('a %s of the bot is refused', async (_what, method, path) => {
    const body = method === 'GET' ? undefined : message('still here');
    expect(await harness.connector(method, path.replace(':posted', posted), body)).toMatchObject({
      status: 403,
      body: { error: { code: 'BotNotInConversationRoster' } },
    });
  });

  test('a mention is plain text, and a notice says why nobody answers', async () => {
    const events = await harness.eventsOf('ana', 2, () => harness.sandbox.say('ana', conversation, '@Steward help'));
    const text = expect.stringContaining('not installed here');
    expect(events).toMatchObject([
      { event: { type: 'message', message: { text: '@Steward help', mentions: [] } } },
      { event: { type: 'notice', conversationId: conversation, text } },
    ]);
  });

  test('a restart does not install it again', async () => {
    await harness.restart();
    await harness.sandbox.install();
    forgetReceived();
    await harness.sandbox.say('ana', conversation, '@Steward help');
    expect(receivedTypes()).toEqual([]);
  });

  test('adding it again sends both activities, and messages reach the bot', async () => {
    await harness.sandbox.setInstalled('ana', where, true);
    await harness.sandbox.say('ana', conversation, '@Steward help');
    expect(receivedTypes()).toEqual(['conversationUpdate', 'installationUpdate', 'message']);
    await expect(harness.post(conversation)).resolves.toMatch(/^\d+$/);
  });
});

test('without the app in the team and in the chat, the bot can create neither thread nor chat', async () => {
  await harness.sandbox.setInstalled('ana', 'team', false);
  await harness.sandbox.setInstalled('ana', 'personal', false);
  const thread = { isGroup: true, channelData: { channel: { id: GENERAL } }, activity: message('hello') };
  const answers = [
    await harness.connector('POST', '', thread),
    await harness.connector('POST', '', personalParameters(people.ana.teamsId)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});

test("a removal from one person's chat does not affect other places", async () => {
  await harness.sandbox.setInstalled('ana', 'personal', false);
  expect(await appOf('bo')).toMatchObject({ team: true, personal: true, readsChannelMessages: false });
  await expect(harness.post('a:sandbox-bo')).resolves.toMatch(/^\d+$/);
});

test('the bot receives the removal from the team as Teams sends it', async () => {
  await harness.sandbox.setInstalled('ana', 'team', false);
  const activities = harness.bot.received.map(({ activity }) => activity);
  expect(activities).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: 'installationUpdate',
        action: 'remove',
        from: { id: people.ana.teamsId, name: 'Ana Rossi', aadObjectId: people.ana.objectId },
        conversation: expect.objectContaining({ id: team.id }),
      }),
      expect.objectContaining({
        type: 'conversationUpdate',
        membersRemoved: [{ id: sandboxBot.id }],
        channelData: expect.objectContaining({ eventType: 'teamMemberRemoved' }),
      }),
    ]),
  );
});

test('the bot receives nothing when the app is installed already', async () => {
  await harness.sandbox.setInstalled('ana', 'team', true);
  expect(receivedTypes()).toEqual([]);
});

test('the bot receives both activities at the next start where it refused them', async () => {
  await harness.sandbox.install();
  await harness.sandbox.setInstalled('ana', 'personal', false);
  harness.bot.answer(503);
  await harness.sandbox.setInstalled('ana', 'personal', true);
  harness.bot.answer(200);
  await harness.restart();
  forgetReceived();
  await harness.sandbox.install();
  expect(receivedTypes()).toEqual(['conversationUpdate', 'installationUpdate']);
});

test('the API for installations answers where the app is installed', async () => {
  const { body } = await install('personal', false);
  expect(body).toMatchObject({ team: true, personal: false, readsChannelMessages: false });
});

test('the API for installations makes every page load again', async () => {
  expect(await harness.eventsOf('bo', 1, () => install('team', false))).toMatchObject([{ event: { type: 'world' } }]);
});

test('the API for installations refuses other origins', async () => {
  const { status } = await install('team', false, { origin: 'https://evil.example' });
  expect([status, await appOf('ana')]).toMatchObject([403, { team: true }]);
});
