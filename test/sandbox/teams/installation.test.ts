import { people, sandboxBot, team } from '../../../src/sandbox/world.ts';
import { openEvents } from './support/event-reader.ts';
import {
  ANA_CHAT,
  APPROVALS,
  card,
  cardMessage,
  createHarness,
  GENERAL,
  type Harness,
  message,
  personalParameters,
  request,
} from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const told = (): string[] => harness.bot.heard.map(({ activity }) => String(activity['type'])).sort();
const forget = (): void => {
  harness.bot.heard.length = 0;
};
const install = (where: 'team' | 'personal', installed: boolean): ReturnType<typeof request> =>
  request(`${harness.sandbox.url}/api/app/installation`, 'PUT', { as: 'ana', where, installed });
const state = async (as: string): Promise<unknown> =>
  (await request(`${harness.sandbox.url}/api/app?as=${as}`, 'GET')).body;

describe.each([
  ['team' as const, GENERAL, APPROVALS],
  ['personal' as const, ANA_CHAT, ANA_CHAT],
])('after its removal (%s)', (where, conversation, other) => {
  let posted: string;
  beforeEach(async () => {
    posted = await harness.post(conversation, cardMessage(card('waiting')));
    await harness.sandbox.setInstalled('ana', where, false);
    forget();
  });

  test.each([
    ['a command', () => harness.sandbox.say('ana', conversation, '@Steward help', { mention: true })],
    ['a press', () => harness.sandbox.act('ana', posted, 'approve')],
    [
      'a form',
      () =>
        request(`${harness.sandbox.url}/api/invoke`, 'POST', {
          as: 'ana',
          message: posted,
          action: { type: 'Action.Submit' },
          submit: true,
        }),
    ],
    [
      'a dialog',
      () =>
        harness.sandbox.openDialog('ana', {
          kind: 'card',
          message: posted,
          data: { msteams: { type: 'task/fetch' } },
        }),
    ],
  ])('%s is not delivered', async (_name, act) => {
    await act();
    expect(told()).toEqual([]);
  });

  test.each([
    ['post', 'POST', '/activities'],
    ['edit', 'PUT', '/activities/:posted'],
    ['delete', 'DELETE', '/activities/:posted'],
    ['look at the members', 'GET', '/members'],
  ])('the bot may not %s there', async (_what, method, path) => {
    const url = `/${encodeURIComponent(other)}${path.replace(':posted', posted)}`;
    const { status, body } = await harness.connector(method, url, method === 'GET' ? undefined : message('still here'));
    expect([status, body]).toMatchObject([403, { error: { code: 'BotNotInConversationRoster' } }]);
  });

  test('a message stands as plain text, and a line says why nothing answers', async () => {
    const events = await openEvents(harness.sandbox.url, 'ana');
    const { id } = await harness.sandbox.say('ana', conversation, '@Steward help');
    const heard = await events.next(2);
    events.close();
    expect(heard).toMatchObject([
      { event: { type: 'message', message: { id, text: '@Steward help', mentions: [] } } },
      { event: { type: 'notice', conversationId: conversation, text: expect.stringContaining('not installed here') } },
    ]);
  });

  test('a restart brings it back nowhere', async () => {
    await harness.restart();
    await harness.sandbox.install();
    forget();
    await harness.sandbox.say('ana', conversation, '@Steward help');
    expect(told()).toEqual([]);
  });

  test('adding it again tells both activities, and everything is heard again', async () => {
    await harness.sandbox.setInstalled('ana', where, true);
    await harness.sandbox.say('ana', conversation, '@Steward help');
    expect(told()).toEqual(['conversationUpdate', 'installationUpdate', 'message']);
    await expect(harness.post(conversation)).resolves.toMatch(/^\d+$/);
  });
});

test('a thread cannot be begun, nor a chat opened, where the app was removed', async () => {
  await harness.sandbox.setInstalled('ana', 'team', false);
  await harness.sandbox.setInstalled('ana', 'personal', false);
  const thread = { isGroup: true, channelData: { channel: { id: GENERAL } }, activity: message('hello') };
  const answers = [
    await harness.connector('POST', '', thread),
    await harness.connector('POST', '', personalParameters(people.ana.teamsId)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});

test("a removal from one person's chat leaves every other place", async () => {
  await harness.sandbox.setInstalled('ana', 'personal', false);
  expect(await state('bo')).toEqual({ team: true, personal: true, readsChannelMessages: false });
  await expect(harness.post('a:sandbox-bo')).resolves.toMatch(/^\d+$/);
});

describe('the bot is told', () => {
  test('of its removal from the team as Teams tells it', async () => {
    await harness.sandbox.setInstalled('ana', 'team', false);
    const activities = harness.bot.heard.map(({ activity }) => activity);
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

  test('nothing when the app stands as it is wanted already', async () => {
    await harness.sandbox.setInstalled('ana', 'team', true);
    expect(told()).toEqual([]);
  });

  test('again at the next start where it did not hear that it was added', async () => {
    await harness.sandbox.install();
    await harness.sandbox.setInstalled('ana', 'personal', false);
    harness.bot.answer(503);
    await harness.sandbox.setInstalled('ana', 'personal', true);
    harness.bot.answer(200);
    await harness.restart();
    forget();
    await harness.sandbox.install();
    expect(told()).toEqual(['conversationUpdate', 'installationUpdate']);
  });
});

describe('the route', () => {
  test('answers where the app is installed now', async () => {
    expect((await install('personal', false)).body).toEqual({
      team: true,
      personal: false,
      readsChannelMessages: false,
    });
  });

  test('tells every page to load again', async () => {
    const events = await openEvents(harness.sandbox.url, 'bo');
    await install('team', false);
    const [first] = await events.next(1);
    events.close();
    expect(first?.event).toEqual({ type: 'world' });
  });

  test('is closed to other sites', async () => {
    const url = `${harness.sandbox.url}/api/app/installation`;
    const body = { as: 'ana', where: 'team', installed: false };
    const { status } = await request(url, 'PUT', body, { origin: 'https://evil.example' });
    expect([status, await state('ana')]).toMatchObject([403, { team: true }]);
  });
});
