import type { Cloud } from '#platform/identity/cloud.ts';
import clouds from '../fixtures/clouds.json' with { type: 'json' };
import { coreSettings } from '../support/core-settings.ts';
import { folderPerTest } from '../support/temp-folder.ts';
import { startInNetwork } from './network.ts';

const folder = folderPerTest();
const tenantId = coreSettings['MicrosoftAppTenantId'];

/** What each cloud is known by: the published constants of botbuilder and of Microsoft's Teams SDK. */
const constants: Readonly<Record<Cloud, (typeof clouds)['public']>> = clouds;
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
