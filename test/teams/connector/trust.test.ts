import { AuthenticationConstants, GovernmentConstants } from 'botframework-connector';
import { channelTrust } from '#teams/connector/trust.ts';

const trust = channelTrust('public', '11111111-2222-4333-8444-555555555555');

it.each([
  'https://smba.trafficmanager.net/emea/',
  'https://smba.trafficmanager.net/amer/11111111-2222-4333-8444-555555555555/',
  'https://smba.trafficmanager.net',
  'https://SMBA.trafficmanager.net/teams/',
  'https://smba.infra.gcc.teams.microsoft.com/teams',
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
  'https://smba.infra.gov.teams.microsoft.us/teams',
  'https://smba.infra.dod.teams.microsoft.us/teams',
  'https://frontend.botapi.msg.infra.teams.microsoftonline.cn/teams',
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
  expect(new URL(channelTrust('public', '../common?x=').tokenUrl).pathname).toBe(
    '/..%2Fcommon%3Fx%3D/oauth2/v2.0/token',
  );
});

it.each([
  'https://northwind-my.sharepoint.com/personal/di/_api/v2.0/drive/items/1/uploadSession?guid=2&overwrite=True',
  'https://northwind.sharepoint.com/upload',
])('a file may go to %s', (url) => {
  expect(trust.allowsUpload(url)).toBe(true);
});

it.each([
  'http://northwind-my.sharepoint.com/upload',
  'https://northwind.sharepoint.us/personal/di/upload',
  'https://northwind-my.sharepoint-mil.us/upload',
  'https://northwind.sharepoint.cn/upload',
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

test.each([
  ['public', AuthenticationConstants],
  ['usgov', GovernmentConstants],
  ['dod', GovernmentConstants],
] as const)('the cloud %s has the constants of botbuilder', (cloud, published) => {
  const { issuer, openIdUrl, tokenUrl, tokenScope } = channelTrust(cloud, 'tenant');
  expect({ issuer, openIdUrl, tokenUrl, tokenScope }).toEqual({
    issuer: published.ToBotFromChannelTokenIssuer,
    openIdUrl: published.ToBotFromChannelOpenIdMetadataUrl,
    tokenUrl: `${published.ToChannelFromBotLoginUrlPrefix}tenant/oauth2/v2.0/token`,
    tokenScope: `${published.ToChannelFromBotOAuthScope}/.default`,
  });
});

test.each([
  ['usgov', 'https://smba.infra.gov.teams.microsoft.us/teams', 'https://northwind.sharepoint.us/upload'],
  ['dod', 'https://smba.infra.dod.teams.microsoft.us/teams', 'https://northwind-my.sharepoint-mil.us/upload'],
  ['china', 'https://frontend.botapi.msg.infra.teams.microsoftonline.cn/', 'https://northwind.sharepoint.cn/upload'],
] as const)('the cloud %s trusts its own hosts and those of no other cloud', (cloud, service, file) => {
  const own = channelTrust(cloud, 'tenant');
  const allowed = [own.allowsServiceUrl(service), own.allowsUpload(file), own.allowsServiceUrl(own.serviceUrl)];
  const others = [own.allowsServiceUrl(trust.serviceUrl), own.allowsUpload('https://northwind.sharepoint.com/upload')];
  expect([allowed, others]).toEqual([
    [true, true, true],
    [false, false],
  ]);
});
