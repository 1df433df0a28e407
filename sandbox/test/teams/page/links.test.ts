import { messageLink, parseMessageLink, playedAddress } from '../../../teams/page/text/links.ts';

const CHAT = '?context=%7B%22contextType%22%3A%22chat%22%7D';
const CHANNEL = '?tenantId=t&parentMessageId=1';

it.each(['19:a/b?c@thread.tacv2', '19:payouts@thread.v2'])(
  'a link copied in %s leads to its message',
  (conversationId) => {
    const link = { conversationId, messageId: '42' };
    expect(parseMessageLink(messageLink(link, 'tenant', '17') ?? '')).toEqual(link);
  },
);

it('the chat with a bot alone has no links to copy', () => {
  expect(messageLink({ conversationId: 'a:1x', messageId: '42' }, 'tenant')).toBeUndefined();
});

it.each([
  `https://teams.microsoft.com.evil.example/l/message/19:a@thread.tacv2/1${CHANNEL}`,
  `https://teams.microsoft.com/l/channel/19:a@thread.tacv2/1${CHANNEL}`,
  `https://teams.microsoft.com/l/message/19:a@thread.tacv2${CHANNEL}`,
  `https://teams.microsoft.com/l/message/%E0%A4%A/1${CHANNEL}`,
  `http://teams.microsoft.com/l/message/19:a@thread.tacv2/1${CHANNEL}`,
  'https://teams.microsoft.com/l/message/19:a@thread.tacv2/1?tenantId=t',
  `https://teams.microsoft.com/l/message/19:a@thread.tacv2/1${CHAT}`,
  'https://teams.microsoft.com/l/message/19:a@thread.v2/1?tenantId=t',
  `https://teams.microsoft.com/l/message/19:a@thread.v2/1${CHAT}&tenantId=t`,
  `https://teams.microsoft.com/l/message/a:1x/1${CHAT}`,
  'javascript:alert(1)',
  'not an address',
])('%s is no link to a message', (address) => {
  expect(parseMessageLink(address)).toBeUndefined();
});

it('a link to a host that exists nowhere leads to the page that the sandbox plays', () => {
  const address = 'https://portal.vendor.example/roles/mine?scope=%2Fsubscriptions%2F1';
  expect(playedAddress(address)).toBe(`/portal?address=${encodeURIComponent(address)}`);
});

it.each(['https://learn.microsoft.com/x', 'http://portal.vendor.example/', 'https://example.com', 'no address'])(
  '%s stays as it is',
  (address) => expect(playedAddress(address)).toBe(address),
);
