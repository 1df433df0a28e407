import { AuthenticationConstants, GovernmentConstants } from 'botframework-connector';
import { channelTrust } from '#teams/connector/trust.ts';
import addresses from '../../fixtures/addresses.json' with { type: 'json' };

const trust = channelTrust('public', '11111111-2222-4333-8444-555555555555');

it.each(addresses.service)('the token may go to %s', (url) => {
  expect(trust.allowsServiceUrl(url)).toBe(true);
});

it.each(addresses.foreignService)('the token may not go to %j', (url) => {
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

it.each(addresses.upload)('a file may go to %s', (url) => {
  expect(trust.allowsUpload(url)).toBe(true);
});

it.each(addresses.foreignUpload)('a file may not go to %j', (url) => {
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
