import { clouds } from '#platform/identity/cloud.ts';
import { messageLinks } from '#teams/connector/conversations/conversation.ts';
import { channelTrust } from '#teams/connector/trust.ts';
import { parseMessageLink } from '../../../sandbox/teams/page/text/links.ts';

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
