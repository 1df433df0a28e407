import { playedAddress } from '../../../teams/page/text/links.ts';

it('a link to a host that exists nowhere leads to the page that the sandbox plays', () => {
  const address = 'https://portal.vendor.example/roles/mine?scope=%2Fsubscriptions%2F1';
  expect(playedAddress(address)).toBe(`/portal?address=${encodeURIComponent(address)}`);
});

it.each(['https://learn.microsoft.com/x', 'http://portal.vendor.example/', 'https://example.com', 'no address'])(
  '%s stays as it is',
  (address) => expect(playedAddress(address)).toBe(address),
);
