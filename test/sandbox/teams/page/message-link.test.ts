import { messageLink } from '../../../../src/connector/conversations/conversation.ts';
import { messageLink as copiedLink, parseMessageLink } from '../../../../src/sandbox/teams/page/text/message-link.ts';
import { team, tenantId } from '../../../../src/sandbox/world.ts';

it('leads to the message that the bot linked', () => {
  for (const { id } of team.channels) {
    const address = messageLink(tenantId, `${id};messageid=17`, '42');
    expect(parseMessageLink(address)).toEqual({ conversationId: id, messageId: '42' });
  }
});

it('leads to the message whose link was copied', () => {
  const link = { conversationId: '19:a/b?c@thread.tacv2', messageId: '42' };
  expect(parseMessageLink(copiedLink(link, tenantId, '17'))).toEqual(link);
});

it.each([
  'https://teams.microsoft.com.evil.example/l/message/a/b',
  'https://teams.microsoft.com/l/channel/a/b',
  'https://teams.microsoft.com/l/message/a',
  'https://teams.microsoft.com/l/message/%E0%A4%A/b',
  'http://teams.microsoft.com/l/message/a/b',
  'javascript:alert(1)',
  'not an address',
])('takes %s for no link to a message', (address) => {
  expect(parseMessageLink(address)).toBeUndefined();
});
