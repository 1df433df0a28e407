import type { ConversationParameters } from 'botbuilder-core';
import { ConnectorClient, TeamsConnectorClient, TokenCredentials } from 'botframework-connector';
import {
  ANA_CHAT,
  APPROVALS,
  card,
  cardMessage,
  fetchToken,
  GENERAL,
  message,
  useHarness,
} from '../../sandbox/test/teams/support/harness.ts';
import { otherPlaces, people, sandboxBot, team, tenantId } from '../../sandbox/world.ts';

const harness = useHarness();
let client: ConnectorClient;
let teams: TeamsConnectorClient;

beforeEach(async () => {
  const credentials = new TokenCredentials(await fetchToken(harness.sandbox));
  const options = { baseUri: `${harness.sandbox.url}/connector/` };
  client = new ConnectorClient(credentials, options);
  teams = new TeamsConnectorClient(credentials, options);
});

const bot = { id: sandboxBot.id, name: sandboxBot.name };
const personal = (member: string): ConversationParameters =>
  ({
    isGroup: false,
    bot,
    members: [{ id: member, name: '' }],
    tenantId,
    channelData: { tenant: { id: tenantId } },
  }) as ConversationParameters;
const thread = (activity: object): ConversationParameters =>
  ({ isGroup: true, bot, channelData: { channel: { id: APPROVALS } }, activity }) as unknown as ConversationParameters;

const shown = async (conversation: string): Promise<unknown[]> =>
  (await harness.sandbox.messages(conversation)).map(({ id, rootId, text, deleted, editedAt, cards }) => ({
    id,
    ...(rootId === undefined ? {} : { rootId }),
    ...(deleted ? { deleted } : {}),
    ...(editedAt === undefined ? {} : { edited: true }),
    ...(text === undefined ? {} : { text }),
    ...(cards.length === 0 ? {} : { cards }),
  }));

/** The client's exception: its status, and Teams' code. */
const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no refusal',
    ({ statusCode, code }: { statusCode?: number; code?: string }) => [statusCode, code],
  );

describe('messages', () => {
  test('a post returns 201 and the id of the message', async () => {
    const sent = await client.conversations.sendToConversation(GENERAL, message('hello'));
    expect([sent._response.status, await shown(GENERAL)]).toEqual([201, [{ id: sent.id, text: 'hello' }]]);
  });

  test('a reply is in the thread of its message', async () => {
    const { id: root = '' } = await client.conversations.sendToConversation(GENERAL, message('first'));
    const { id } = await client.conversations.replyToActivity(GENERAL, root, cardMessage(card('second')));
    expect(await shown(GENERAL)).toEqual([
      { id: root, text: 'first' },
      { id, rootId: root, cards: [card('second')] },
    ]);
  });

  test('an update replaces the message', async () => {
    const { id = '' } = await client.conversations.sendToConversation(ANA_CHAT, message('before'));
    const updated = await client.conversations.updateActivity(ANA_CHAT, id, message('after'));
    expect([updated._response.status, updated.id, await shown(ANA_CHAT)]).toEqual([
      200,
      id,
      [{ id, text: 'after', edited: true }],
    ]);
  });

  test('a deletion removes the message', async () => {
    const { id = '' } = await client.conversations.sendToConversation(ANA_CHAT, message('soon gone'));
    await client.conversations.deleteActivity(ANA_CHAT, id);
    expect(await shown(ANA_CHAT)).toEqual([{ id, deleted: true }]);
  });
});

describe('conversations', () => {
  test('a person has one personal chat', async () => {
    const [first, second] = [
      await client.conversations.createConversation(personal(people.ana.teamsId)),
      await client.conversations.createConversation(personal(people.ana.teamsId)),
    ];
    expect([first._response.status, first.id, second.id]).toEqual([201, ANA_CHAT, ANA_CHAT]);
  });

  test('two new threads of one channel are two conversations with their own replies', async () => {
    const one = await client.conversations.createConversation(thread(message('one')));
    const two = await client.conversations.createConversation(thread(message('two')));
    await client.conversations.sendToConversation(two.id, message('to two'));
    await client.conversations.sendToConversation(one.id, message('to one'));
    const posts = (await shown(APPROVALS)).map((post) => ({ ...(post as object), id: undefined }));
    expect([one.id, two.id, posts]).toEqual([
      `${APPROVALS};messageid=${one.activityId}`,
      `${APPROVALS};messageid=${two.activityId}`,
      [
        { text: 'one' },
        { text: 'two' },
        { rootId: two.activityId, text: 'to two' },
        { rootId: one.activityId, text: 'to one' },
      ],
    ]);
  });
});

describe('members', () => {
  const everybody = Object.values(people).map(({ teamsId }) => teamsId);

  test('the members of a channel are the team, of a personal chat the one person', async () => {
    const channel = await client.conversations.getConversationMembers(GENERAL);
    const chat = await client.conversations.getConversationMembers(ANA_CHAT);
    expect([channel.map(({ id }) => id), chat.map(({ id }) => id)]).toEqual([everybody, [people.ana.teamsId]]);
  });

  test.each([
    ['channel account', people.ed.teamsId],
    ['directory object id', people.ed.objectId],
  ])('a member is found by %s', async (_, id) => {
    expect(await client.conversations.getConversationMember(GENERAL, id)).toMatchObject({
      id: people.ed.teamsId,
      aadObjectId: people.ed.objectId,
      name: 'Ed Tanaka',
      userRole: 'guest',
    });
  });

  test('the pages of members have every member once, a small team on one page whatever size is asked for', async () => {
    const sizes: number[] = [];
    const ids: string[] = [];
    let continuationToken = '';
    do {
      const wanted = { pageSize: 4, continuationToken };
      const page = await client.conversations.getConversationPagedMembers(GENERAL, wanted);
      sizes.push(page.members?.length ?? 0);
      ids.push(...(page.members ?? []).map(({ id }) => id));
      ({ continuationToken = '' } = page);
    } while (continuationToken !== '');
    expect([sizes, ids]).toEqual([[6], everybody]);
  });

  test('the members of an activity are those of its conversation', async () => {
    const { id = '' } = await client.conversations.sendToConversation(ANA_CHAT, message('hello'));
    const members = await client.conversations.getActivityMembers(ANA_CHAT, id);
    expect(members.map((member) => member.id)).toEqual([people.ana.teamsId]);
  });
});

describe('attachments', () => {
  const original = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251);
  const upload = () =>
    client.conversations.uploadAttachment(ANA_CHAT, {
      type: 'application/octet-stream',
      name: 'ledger.bin',
      originalBase64: original,
      thumbnailBase64: Uint8Array.of(1, 2, 3),
    });

  test('an uploaded attachment has its name, type and views', async () => {
    const uploaded = await upload();
    const info = await client.attachments.getAttachmentInfo(uploaded.id ?? '');
    expect([uploaded._response.status, { name: info.name, type: info.type, views: info.views }]).toEqual([
      201,
      {
        name: 'ledger.bin',
        type: 'application/octet-stream',
        views: [
          { viewId: 'original', size: 5_000 },
          { viewId: 'thumbnail', size: 3 },
        ],
      },
    ]);
  });

  test('an uploaded attachment is downloaded unchanged', async () => {
    const { id = '' } = await upload();
    const { readableStreamBody } = await client.attachments.getAttachment(id, 'original');
    const chunks: Buffer[] = [];
    for await (const chunk of readableStreamBody ?? []) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(original));
  });
});

describe('teams', () => {
  test('the details of a team have name, directory group and counts', async () => {
    expect(await teams.teams.fetchTeamDetails(team.id)).toMatchObject({
      id: team.id,
      name: 'Payments',
      aadGroupId: team.aadGroupId,
      channelCount: 4,
      memberCount: 6,
    });
  });

  test('the channels of a team that the bot is in have their names, except General, which has none', async () => {
    const { conversations = [] } = await teams.teams.fetchChannelList(team.id);
    const { shared } = otherPlaces;
    expect(conversations.map(({ id, name, type }) => [id, name, type])).toEqual([
      ...team.channels.map(({ id, name }) => [id, id === team.id ? undefined : name, 'standard']),
      [shared.id, shared.name, 'shared'],
    ]);
  });
});

describe('refusals', () => {
  const refused: readonly [string, () => Promise<unknown>, number, string][] = [
    [
      'a channel of another team',
      () => client.conversations.sendToConversation('19:elsewhere@thread.tacv2', message('hello')),
      403,
      'BotNotInConversationRoster',
    ],
    [
      'a chat that does not exist',
      () => client.conversations.sendToConversation('a:nobody', message('hello')),
      404,
      'ConversationNotFound',
    ],
    [
      'an update of an unknown message',
      () => client.conversations.updateActivity(ANA_CHAT, '1', message('hello')),
      404,
      'ActivityNotFoundInConversation',
    ],
    [
      'a deletion of an unknown message',
      () => client.conversations.deleteActivity(ANA_CHAT, '1'),
      404,
      'ActivityNotFoundInConversation',
    ],
    [
      'a message over 28 KB',
      () => client.conversations.sendToConversation(ANA_CHAT, message('x'.repeat(15_000))),
      413,
      'MessageSizeTooBig',
    ],
    [
      'a message without content',
      () => client.conversations.sendToConversation(ANA_CHAT, { type: 'message' }),
      400,
      'BadSyntax',
    ],
    [
      'a chat with a stranger',
      () => client.conversations.createConversation(personal('29:stranger')),
      400,
      'BadArgument',
    ],
    [
      'an unknown member',
      () => client.conversations.getConversationMember(GENERAL, '29:stranger'),
      404,
      'MemberNotFoundInConversation',
    ],
    ['an unknown attachment', () => client.attachments.getAttachmentInfo('none'), 404, 'AttachmentNotFound'],
    ['an unknown team', () => teams.teams.fetchTeamDetails(APPROVALS), 404, 'ConversationNotFound'],
    ['the list of all conversations', () => client.conversations.getConversations(), 405, 'MethodNotAllowed'],
    [
      'the removal of a member',
      () => client.conversations.deleteConversationMember(GENERAL, people.ed.teamsId),
      405,
      'MethodNotAllowed',
    ],
  ];

  test.each(refused)('%s is refused', async (_, work, status, code) => {
    expect(await refusal(work())).toEqual([status, code]);
  });

  test('a call with an unknown token is refused', async () => {
    const stranger = new ConnectorClient(new TokenCredentials('not.a.token'), {
      baseUri: `${harness.sandbox.url}/connector/`,
    });
    expect(await refusal(stranger.conversations.sendToConversation(GENERAL, message('hello')))).toEqual([
      401,
      'Unauthorized',
    ]);
  });

  test('a throttled post is repeated by the client after its Retry-After and posted once', async () => {
    harness.sandbox.faults.next({ status: 429, retryAfter: 0 });
    const { id } = await client.conversations.sendToConversation(ANA_CHAT, message('hello'));
    expect(await shown(ANA_CHAT)).toEqual([{ id, text: 'hello' }]);
  });
});
