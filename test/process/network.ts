import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '../support/certificates.ts';
import { type CloudServer, createCloudServer } from '../support/cloud-server.ts';
import { type ProxyProcess, startProxy } from '../support/connect-proxy-process.ts';
import { coreSettings } from '../support/core-settings.ts';
import { type Ended, type StartProgram, type StewardProcess, startProgram } from '../support/steward-process.ts';

const appId = coreSettings['MicrosoftAppId'] ?? '';
const tenantId = coreSettings['MicrosoftAppTenantId'] ?? '';
const CREDENTIALS = 'steward:canary-proxy-password';

/** Where a cloud's channel sends from. */
export interface Channel {
  readonly issuer: string;
  readonly serviceUrl: string;
}

/** Steward in production, in a company's network: only the proxy leads out, and to a cloud with the company's certificate. */
export interface Network {
  readonly cloud: CloudServer;
  readonly proxy: ProxyProcess;
  readonly steward: StewardProcess;
  /** Where the bot listens. */
  readonly url: string;
  /** Delivers what Ana writes in her personal chat; the status of the answer. */
  write(text: string, from: Channel): Promise<number>;
  stop(): Promise<Ended>;
}

interface Surroundings {
  readonly hosts: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  /** Credentials in the proxy's address; the right ones when absent. */
  readonly credentials?: string;
  /** False: the company's authority is not handed to Node. */
  readonly trusted?: boolean;
}

const open = new Set<Network>();
afterEach(() => Promise.all([...open].map((network) => network.stop())));

/** @param start starts Steward, from its source when absent */
export const startInNetwork = async (
  folder: string,
  surroundings: Surroundings,
  start: StartProgram = startProgram,
): Promise<Network> => {
  const { hosts, settings, credentials = CREDENTIALS, trusted = true } = surroundings;
  const authority = createAuthority();
  const cloud = await createCloudServer(authority, hosts);
  const proxy = await startProxy(cloud.port, CREDENTIALS);
  const authorityFile = join(folder, 'authority.pem');
  writeFileSync(authorityFile, authority.cert);
  const { VENDOR_NAMESPACE, VENDOR_BASE_URL, VENDOR_TOKEN_URL, ...core } = coreSettings;
  const steward = start('main', folder, {
    ...core,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    POLICY_FILE: join(import.meta.dirname, '../../sandbox/policy.yaml'),
    HTTPS_PROXY: `http://${credentials}@${proxy.host}`,
    ...(trusted ? { NODE_EXTRA_CA_CERTS: authorityFile } : {}),
    ...settings,
  });
  const port = /"port":(\d+)/.exec(await steward.printed('"state":"production"'))?.[1];
  const url = `http://127.0.0.1:${port}`;
  let ended: Promise<Ended> | undefined;
  const end = async (): Promise<Ended> => {
    open.delete(network);
    const result = await steward.stop();
    await Promise.all([proxy.stop(), cloud.close()]);
    return result;
  };
  const network: Network = {
    cloud,
    proxy,
    steward,
    url,
    write: async (text, { issuer, serviceUrl }) => {
      const authorization = await cloud.sign({ iss: issuer, aud: appId, serviceurl: serviceUrl });
      const answer = await fetch(`${url}/api/messages`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(messageOf(text, serviceUrl)),
      });
      return answer.status;
    },
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
  open.add(network);
  return network;
};

const messageOf = (text: string, serviceUrl: string) => ({
  type: 'message',
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  channelId: 'msteams',
  serviceUrl,
  text,
  from: { id: '29:ana', name: 'Ana Rossi', aadObjectId: 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01' },
  recipient: { id: `28:${appId}` },
  conversation: { id: 'a:ana', conversationType: 'personal', tenantId },
  channelData: { tenant: { id: tenantId } },
});
