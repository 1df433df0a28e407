import type { SandboxConfig } from '#platform/config/config.ts';
import { settingsAt } from '#platform/config/vendor-settings.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import { Secret } from '#platform/lib/secret.ts';
import { accessTo } from '../../../sandbox/cloud/vendor-sandbox.ts';
import { sandboxDatabaseUrl, sandboxPolicyFile } from '../../../sandbox/folder.ts';
import { trustOf } from '../../../sandbox/teams/trust.ts';
import { sandboxBot, tenantId } from '../../../sandbox/world.ts';
import type { Setup } from './examine.ts';

/** The sandbox that another process runs on these ports, from the same folder. */
export const sandboxSetup = ({ teamsPort, vendorPort, ...common }: SandboxConfig): Setup => {
  const vendor = accessTo(`http://127.0.0.1:${vendorPort}`);
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  const { appId, appPassword } = sandboxBot;
  return {
    message: { text: 'doctor.settings.sandbox' },
    trust: trustOf(at(teamsPort)),
    config: {
      ...common,
      databaseUrl: new Secret(sandboxDatabaseUrl),
      policyFile: sandboxPolicyFile,
      bot: { appId, tenantId, credential: clientSecret(appId, appPassword) },
      vendor: settingsAt(vendor),
      cloud: undefined,
      graphUrl: vendor.url,
      publicUrl: () => at(common.port),
      ...{ peopleTokenUrl: vendor.tokenUrl, exchange: sandboxBot.idUri },
      proxy: undefined,
    },
  };
};
