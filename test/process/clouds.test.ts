import type { Cloud } from '#platform/identity/cloud.ts';
import { coreSettings } from '../support/core-settings.ts';
import { folderPerTest } from '../support/temp-folder.ts';
import { startInNetwork } from './network.ts';

const folder = folderPerTest();
const tenantId = coreSettings['MicrosoftAppTenantId'];

/** What each cloud is known by: the published constants of botbuilder and of Microsoft's Teams SDK. */
interface Constants {
  readonly issuer: string;
  readonly keys: string;
  readonly signIn: string;
  readonly teams: string;
  readonly management: string;
}

const constants: Readonly<Record<Cloud, Constants>> = {
  public: {
    issuer: 'https://api.botframework.com',
    keys: 'login.botframework.com',
    signIn: 'login.microsoftonline.com',
    teams: 'smba.trafficmanager.net',
    management: 'management.azure.com',
  },
  usgov: {
    issuer: 'https://api.botframework.us',
    keys: 'login.botframework.azure.us',
    signIn: 'login.microsoftonline.us',
    teams: 'smba.infra.gov.teams.microsoft.us',
    management: 'management.usgovcloudapi.net',
  },
  dod: {
    issuer: 'https://api.botframework.us',
    keys: 'login.botframework.azure.us',
    signIn: 'login.microsoftonline.us',
    teams: 'smba.infra.dod.teams.microsoft.us',
    management: 'management.usgovcloudapi.net',
  },
  china: {
    issuer: 'https://api.botframework.azure.cn',
    keys: 'login.botframework.azure.cn',
    signIn: 'login.partner.microsoftonline.cn',
    teams: 'frontend.botapi.msg.infra.teams.microsoftonline.cn',
    management: 'management.chinacloudapi.cn',
  },
};
const names = ['public', 'usgov', 'dod', 'china'] as const;

it.each(names)(
  'in the cloud %s Steward hears, asks and answers at the addresses of that cloud, and hears no other',
  async (CLOUD) => {
    const own = constants[CLOUD];
    const hosts = [own.keys, own.signIn, own.teams, own.management];
    const { cloud, proxy, write, stop } = await startInNetwork(folder(), { hosts, settings: { CLOUD } });
    const channel = { issuer: own.issuer, serviceUrl: `https://${own.teams}/teams/` };
    const foreign = names
      .map((name) => constants[name])
      .flatMap(({ issuer, teams }) => [
        ...(issuer === own.issuer ? [] : [{ ...channel, issuer }]),
        ...(teams === own.teams ? [] : [{ ...channel, serviceUrl: `https://${teams}/teams/` }]),
      ]);
    for (const other of foreign) expect([other, await write('help', other)]).toEqual([other, 403]);
    expect(await write('health', channel)).toBe(200);
    await cloud.arrived(`GET https://${own.management}/subscriptions/`);
    await cloud.arrived(`POST https://${own.teams}/teams/v3/conversations/a%3Aana/activities`);
    await stop();
    const scopes = cloud.requests
      .filter(({ address }) => address === `https://${own.signIn}/${tenantId}/oauth2/v2.0/token`)
      .map(({ body }) => new URLSearchParams(body).get('scope'));
    expect(scopes.toSorted()).toEqual([`${own.issuer}/.default`, `https://${own.management}/.default`].toSorted());
    expect([...new Set(proxy.tunnels.map(({ target }) => target))].toSorted()).toEqual(
      hosts.map((host) => `${host}:443`).toSorted(),
    );
  },
);
