import { otherPlaces, otherTenantId, people, team } from '../../world.ts';
import { APPROVALS, activitiesPath, GENERAL, message, useHarness } from './support/harness.ts';

const harness = useHarness();
const { shared, private: privateChannel, group, groupWithout, direct } = otherPlaces;

const ids = (body: unknown): unknown[] => Object.values(body as object).map(({ id }) => id);
const members = (conversation: string) => harness.connector('GET', `/${encodeURIComponent(conversation)}/members`);
const notInRoster = {
  status: 403,
  body: {
    error: { code: 'BotNotInConversationRoster', message: 'The bot is not part of the conversation roster.' },
  },
};

test.each([
  ['a private channel', privateChannel.id],
  ['a group chat', groupWithout.id],
  ['a chat between two people', direct.id],
  ['a chat that does not exist', '19:nobody@unq.gbl.spaces'],
])('%s without the bot refuses its reads and posts', async (_place, id) => {
  expect(await members(id)).toMatchObject(notInRoster);
  expect(await harness.connector('POST', activitiesPath(id), message('hello'))).toMatchObject(notInRoster);
});

test.each([
  ['a shared channel has its own members, one of another organisation', shared.id, shared.members],
  ['a group chat with the bot has its own members', group.id, group.members],
  ['General has the team', GENERAL, Object.keys(people)],
  ['another standard channel has the team', APPROVALS, Object.keys(people)],
])('%s', async (_what, id, keys) => {
  const { body } = await members(id);
  expect(ids(body)).toEqual(keys.map((key) => `29:sandbox-${key}`));
});

test('a member of another organisation has the role of a user and another tenant', async () => {
  const { body } = await members(shared.id);
  expect(Object.values(body).at(-1)).toMatchObject({ name: 'Noor Haddad', userRole: 'user', tenantId: otherTenantId });
});

test('a private channel to which the bot was added answers with its own members', async () => {
  await harness.sandbox.setInstalled('bo', privateChannel.id, true);
  // The bot is told of more than that, side by side.
  expect(harness.bot.received.map(({ activity }) => activity)).toContainEqual(
    expect.objectContaining({
      conversation: expect.objectContaining({ id: privateChannel.id }),
      channelData: expect.objectContaining({
        eventType: 'channelMemberAdded',
        channel: expect.objectContaining({ name: 'Fraud review', type: 'private' }),
      }),
    }),
  );
  expect(ids((await members(privateChannel.id)).body)).toEqual(['29:sandbox-bo', '29:sandbox-cy']);
});

test('a message in a group chat reaches the bot only if it mentions it', async () => {
  await harness.sandbox.say('gwen', group.id, 'hello all');
  expect(harness.bot.received).toEqual([]);
  await harness.sandbox.say('gwen', group.id, '@Steward help');
  expect(harness.lastActivity()).toMatchObject({
    conversation: { conversationType: 'groupChat', isGroup: true, id: group.id },
  });
});

test('nobody but its members can read a chat', async () => {
  await expect(harness.sandbox.say('bo', direct.id, 'hello')).rejects.toThrow('no such conversation');
  const events = await harness.eventsOf('ana', 1, async () => {
    await harness.sandbox.say('cy', GENERAL, 'for the team');
  });
  expect(events).toMatchObject([{ event: { message: { text: 'for the team' } } }]);
});

test('a channel’s moderation refuses posts in the words of a person’s block, and edits go on', async () => {
  const posted = await harness.post(APPROVALS);
  await harness.sandbox.setModerated('bo', APPROVALS, true);
  expect(await harness.connector('POST', activitiesPath(APPROVALS), message('hello'))).toMatchObject({
    status: 403,
    body: { error: { code: 'ConversationBlockedByUser' } },
  });
  const edited = await harness.connector('PUT', `${activitiesPath(APPROVALS)}/${posted}`, message('again'));
  expect(edited.status).toBe(200);
  await harness.sandbox.setModerated('bo', APPROVALS, false);
  await expect(harness.post(APPROVALS)).resolves.toMatch(/^\d+$/);
});

test('an event of a channel comes in the conversation of the team and names the channel', async () => {
  await harness.sandbox.changeTeam('bo', 'channelRenamed', { channel: APPROVALS, name: 'Decisions' });
  expect(harness.lastActivity()).toMatchObject({
    type: 'conversationUpdate',
    conversation: { id: team.id },
    channelData: {
      eventType: 'channelRenamed',
      channel: { id: APPROVALS, name: 'Decisions' },
      team: { id: team.id },
    },
  });
});

test('an event of the team brings its name', async () => {
  await harness.sandbox.changeTeam('bo', 'teamRenamed', { name: 'Money' });
  expect(harness.lastActivity()).toMatchObject({ channelData: { team: { id: team.id, name: 'Money' } } });
});

test('an event of sharing comes in the conversation of the channel and names the other team', async () => {
  await harness.sandbox.changeTeam('bo', 'channelShared', { channel: shared.id });
  expect(harness.lastActivity()).toMatchObject({
    conversation: { id: shared.id },
    channelData: { channel: { type: 'shared' }, sharedWithTeams: [{ tenantId: otherTenantId }] },
  });
});

test.each([
  ['channelDeleted', 'channelRestored', 404, 'ConversationNotFound'],
  ['teamDeleted', 'teamRestored', 404, 'ConversationNotFound'],
  ['teamArchived', 'teamUnarchived', 403, 'MessageWritesBlocked'],
] as const)('an event %s ends the bot’s posts there, until %s', async (ends, begins, status, code) => {
  await harness.sandbox.changeTeam('bo', ends, { channel: APPROVALS });
  expect(await harness.connector('POST', activitiesPath(APPROVALS), message('hello'))).toMatchObject({
    status,
    body: { error: { code } },
  });
  await harness.sandbox.changeTeam('bo', begins, { channel: APPROVALS });
  await expect(harness.post(APPROVALS)).resolves.toMatch(/^\d+$/);
});
