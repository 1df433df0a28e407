import { clouds } from '#platform/identity/cloud.ts';
import { messageLinks } from '#teams/connector/conversations/conversation.ts';
import { channelTrust } from '#teams/connector/trust.ts';
import { parseMessageLink } from '../../../sandbox/teams/page/text/links.ts';
import {
  ana,
  benchPerTest,
  bo,
  channel,
  failureOf,
  givesToken,
  memberPath,
  pathOf,
  serviceUrl,
  teams,
  tenantId,
  thread,
} from './teams.ts';

const bench = benchPerTest();

describe('the roster of a channel', () => {
  const team = '19:team@thread.tacv2';
  const inTeam = pathOf(team, 'members/29%3Aana');
  const knownAs = async (type?: 'standard' | 'private' | 'shared'): Promise<void> => {
    const facts = { conversationId: channel.id, kind: 'channel', serviceUrl, tenantId, teamId: team } as const;
    await bench.connector.conversations.remember(facts);
    if (type) await bench.connector.channels.keepChannel({ id: channel.id, teamId: team, type });
    givesToken();
  };

  it.each([['standard'], [undefined]] as const)('of the type %s is asked as the team’s', async (type) => {
    await knownAs(type);
    teams().get(inTeam).reply(200, ana);
    await expect(bench.connector.member(thread, '29:ana')).resolves.toMatchObject({ id: '29:ana' });
  });

  it.each([
    [403, 'BotNotInConversationRoster'],
    [403, 'NotEnoughPermissions'],
    [404, 'MemberNotFoundInConversation'],
  ])('that the team’s does not answer for (%i %s) is asked as its own', async (status, code) => {
    await knownAs();
    teams().get(inTeam).reply(status, { error: { code } });
    teams().get(memberPath).reply(200, ana);
    await expect(bench.connector.member(thread, '29:ana')).resolves.toMatchObject({ id: '29:ana' });
  });

  it.each(['private', 'shared'] as const)(
    'of the type %s is asked as its own, and never as the team’s',
    async (type) => {
      await knownAs(type);
      teams().get(memberPath).reply(200, ana);
      await expect(bench.connector.member(thread, '29:ana')).resolves.toMatchObject({ id: '29:ana' });
      teams()
        .get(pathOf(channel.id, 'pagedmembers'))
        .query({ pageSize: '500' })
        .reply(200, { members: [ana] });
      await expect(bench.connector.accounts(channel, [], 60)).resolves.toEqual(['29:ana']);
    },
  );

  it('is asked as the team’s by everybody who reads it', async () => {
    await knownAs();
    teams()
      .get(pathOf(team, 'pagedmembers'))
      .query({ pageSize: '500' })
      .reply(200, { members: [ana, bo] });
    await expect(bench.connector.accounts(channel, [], 60)).resolves.toEqual(['29:ana', '29:bo']);
  });

  it('that cannot be read now is not asked in another way', async () => {
    await knownAs();
    teams().get(inTeam).times(4).reply(429, {}, { 'retry-after': '0' });
    await expect(failureOf(bench.connector.member(thread, '29:ana'))).resolves.toMatchObject({ kind: 'throttled' });
  });
});

describe('the names of a channel', () => {
  const team = '19:team@thread.tacv2';
  const teamPath = `/emea/v3/teams/${encodeURIComponent(team)}`;
  const remember = (conversationId: string) =>
    bench.connector.conversations.remember({ conversationId, kind: 'channel', serviceUrl, tenantId, teamId: team });

  it('are read once, and then known; what is listed of other channels too', async () => {
    await remember(channel.id);
    givesToken();
    teams().get(teamPath).reply(200, { id: team, name: 'Payments' });
    const listed = [{ id: team }, { id: channel.id, name: 'Approvals' }, { id: '19:b@thread.tacv2', type: 'odd' }];
    teams().get(`${teamPath}/conversations`).reply(200, { conversations: listed });
    for (const id of [thread.id, channel.id]) {
      await expect(bench.connector.namesOf(id)).resolves.toEqual({ team: 'Payments', channel: 'Approvals' });
    }
  });

  it('that an event told are not read', async () => {
    await remember(channel.id);
    await bench.connector.channels.keepTeam({ id: team, name: 'Money' });
    await bench.connector.channels.keepChannel({ id: channel.id, teamId: team, name: 'Decisions' });
    await expect(bench.connector.namesOf(channel.id)).resolves.toEqual({ team: 'Money', channel: 'Decisions' });
  });

  it('of General are those of its team alone, until somebody renames it', async () => {
    await remember(team);
    givesToken();
    teams().get(teamPath).reply(200, { name: 'Payments' });
    await expect(bench.connector.namesOf(team)).resolves.toEqual({ team: 'Payments', channel: undefined });
    await bench.connector.channels.keepChannel({ id: team, teamId: team, name: 'All of us' });
    await expect(bench.connector.namesOf(team)).resolves.toEqual({ team: 'Payments', channel: 'All of us' });
  });
});

describe('a channel', () => {
  const team = '19:team@thread.tacv2';
  it.each([
    ['was deleted', () => bench.connector.channels.keepChannel({ id: channel.id, closed: 'deleted' })],
    ['is in a deleted team', () => bench.connector.channels.keepTeam({ id: team, closed: 'deleted' })],
    ['is in an archived team', () => bench.connector.channels.keepTeam({ id: team, closed: 'archived' })],
  ])('that %s has no address, until it is open again', async (_why, close) => {
    const { conversations, channels } = bench.connector;
    await conversations.remember({ conversationId: channel.id, kind: 'channel', serviceUrl, tenantId, teamId: team });
    await close();
    await expect(conversations.find(thread.id)).resolves.toBeUndefined();
    await channels.keepTeam({ id: team, closed: null });
    await channels.keepChannel({ id: channel.id, closed: null });
    await expect(conversations.find(thread.id)).resolves.toMatchObject({ id: thread.id });
  });
});

const CHAT = '?context=%7B%22contextType%22%3A%22chat%22%7D';

it.each([
  ['19:c@thread.tacv2;messageid=7', '19%3Ac%40thread.tacv2/9?tenantId=t&parentMessageId=7'],
  ['19:c@thread.tacv2', '19%3Ac%40thread.tacv2/9?tenantId=t&parentMessageId=9'],
  ['19:c@thread.skype', '19%3Ac%40thread.skype/9?tenantId=t&parentMessageId=9'],
  ['19:g@thread.v2', `19%3Ag%40thread.v2/9${CHAT}`],
  ['19:meeting_x@thread.v2', `19%3Ameeting_x%40thread.v2/9${CHAT}`],
  ['19:one_two@unq.gbl.spaces', `19%3Aone_two%40unq.gbl.spaces/9${CHAT}`],
  ['a:1x', undefined],
  ['a:1x@thread.v2', undefined],
  ['19:c@thread.tacv3', undefined],
  ['', undefined],
])('a message in %j has the documented link or none', (conversationId, path) => {
  const link = messageLinks('teams.microsoft.com', 't')(conversationId, '9');
  expect(link).toBe(path && `https://teams.microsoft.com/l/message/${path}`);
  if (link) expect(parseMessageLink(link)?.messageId).toBe('9');
});

it('links lead to the Teams of the cloud', () => {
  const hosts = clouds.map(
    (cloud) => URL.parse(messageLinks(channelTrust(cloud, 't').pages, 't')('19:g@thread.v2', '9') ?? '')?.host,
  );
  expect(hosts).toEqual([
    ...['teams.microsoft.com', 'gov.teams.microsoft.us', 'dod.teams.microsoft.us', 'teams.microsoftonline.cn'],
  ]);
});
