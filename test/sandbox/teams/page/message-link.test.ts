import { messageLink, parseMessageLink } from '../../../../src/sandbox/teams/page/text/message-link.ts';

it('a copied link leads to its message', () => {
  const link = { conversationId: '19:a/b?c@thread.tacv2', messageId: '42' };
  expect(parseMessageLink(messageLink(link, 'tenant', '17'))).toEqual(link);
});

it.each([
  'https://teams.microsoft.com.evil.example/l/message/a/b',
  'https://teams.microsoft.com/l/channel/a/b',
  'https://teams.microsoft.com/l/message/a',
  'https://teams.microsoft.com/l/message/%E0%A4%A/b',
  'http://teams.microsoft.com/l/message/a/b',
  'javascript:alert(1)',
  'not an address',
])('%s is no link to a message', (address) => {
  expect(parseMessageLink(address)).toBeUndefined();
});
