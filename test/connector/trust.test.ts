import { publicCloudTrust } from '../../src/connector/trust.ts';

const trust = publicCloudTrust('11111111-2222-4333-8444-555555555555');

it.each([
  'https://smba.trafficmanager.net/emea/',
  'https://smba.trafficmanager.net/amer/11111111-2222-4333-8444-555555555555/',
  'https://smba.trafficmanager.net',
  'https://SMBA.trafficmanager.net/teams/',
  'https://smba.infra.gcc.teams.microsoft.com/teams',
  'https://smba.infra.gov.teams.microsoft.us/teams',
  'https://smba.infra.dod.teams.microsoft.us/teams',
])('the token may go to %s', (url) => {
  expect(trust.allowsServiceUrl(url)).toBe(true);
});

it.each([
  'http://smba.trafficmanager.net/emea/',
  'ftp://smba.trafficmanager.net/emea/',
  'https://smba.trafficmanager.net:444/emea/',
  'https://user@smba.trafficmanager.net/emea/',
  'https://user:word@smba.trafficmanager.net/emea/',
  'https://smba.trafficmanager.net/emea/?next=https://evil.example',
  'https://smba.trafficmanager.net/emea/#part',
  'https://smba.trafficmanager.net./emea/',
  'https://xsmba.trafficmanager.net/emea/',
  'https://smba.trafficmanager.net.evil.example/',
  'https://evil.example/https://smba.trafficmanager.net/',
  'https://trafficmanager.net/',
  'https://127.0.0.1/',
  '//smba.trafficmanager.net/emea/',
  'smba.trafficmanager.net',
  'data:text/plain,smba.trafficmanager.net',
  '',
])('the token may not go to %j', (url) => {
  expect(trust.allowsServiceUrl(url)).toBe(false);
});

it("fetches the bot's token at the address of its own tenant", () => {
  expect(trust.tokenUrl).toBe(
    'https://login.microsoftonline.com/11111111-2222-4333-8444-555555555555/oauth2/v2.0/token',
  );
});

it('a tenant id cannot lead to another address', () => {
  expect(new URL(publicCloudTrust('../common?x=').tokenUrl).pathname).toBe('/..%2Fcommon%3Fx%3D/oauth2/v2.0/token');
});

it.each([
  'https://northwind-my.sharepoint.com/personal/di/_api/v2.0/drive/items/1/uploadSession?guid=2&overwrite=True',
  'https://northwind.sharepoint.us/personal/di/upload',
  'https://northwind-my.sharepoint-mil.us/upload',
])('a file may go to %s', (url) => {
  expect(trust.allowsUpload(url)).toBe(true);
});

it.each([
  'http://northwind-my.sharepoint.com/upload',
  'https://sharepoint.com/upload',
  'https://northwind.sharepoint.com.evil.example/upload',
  'https://evil.example/northwind.sharepoint.com',
  'https://evil.northwind.sharepoint.com/upload',
  'https://northwindsharepoint.com/upload',
  'https://northwind.sharepoint.com:444/upload',
  'https://user@northwind.sharepoint.com/upload',
  'https://northwind.sharepoint.com./upload',
  'https://northwind.sharepoint.com/upload#part',
  'https://127.0.0.1/files/upload/1',
  'https://smba.trafficmanager.net/emea/',
  'file:///etc/passwd',
  '',
])('a file may not go to %j', (url) => {
  expect(trust.allowsUpload(url)).toBe(false);
});
