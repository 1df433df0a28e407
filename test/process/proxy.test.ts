import { folderPerTest } from '../support/temp-folder.ts';
import { startInNetwork } from './network.ts';

const folder = folderPerTest();
const hosts = [
  'api.cognitive.microsofttranslator.com',
  'login.botframework.com',
  'login.microsoftonline.com',
  'management.azure.com',
  'smba.trafficmanager.net',
];
const settings = {
  CLOUD: 'public',
  TRANSLATOR_BASE_URL: 'https://api.cognitive.microsofttranslator.com',
  TRANSLATOR_KEY: 'canary-key',
};
const channel = { issuer: 'https://api.botframework.com', serviceUrl: 'https://smba.trafficmanager.net/emea/' };

it("with the proxy's password and the company's authority every service is reached, through the proxy alone", async () => {
  const { cloud, proxy, write, stop } = await startInNetwork(folder(), { hosts, settings });
  await write('health', channel);
  await cloud.arrived('GET https://management.azure.com/');
  await write('translate to German: Good morning', channel);
  await cloud.arrived('POST https://api.cognitive.microsofttranslator.com/translate');
  await cloud.arrived('POST https://smba.trafficmanager.net/emea/');
  const { output, errors } = await stop();
  const asked = new Set(proxy.tunnels.map(({ target, granted }) => `${target} ${granted}`));
  expect([...asked].toSorted()).toEqual(hosts.map((host) => `${host}:443 true`));
  expect(`${output}${errors}`).not.toContain('canary');
});

it('with a wrong password nothing is reached, the log says what the proxy answered, and no password', async () => {
  const credentials = 'steward:canary-wrong-password';
  const { cloud, write, stop } = await startInNetwork(folder(), { hosts, settings, credentials });
  const status = await write('help', channel);
  const { output, errors } = await stop();
  expect({ status, requests: cloud.requests }).toEqual({ status: 403, requests: [] });
  expect(output).toContain('Proxy response (407)');
  const encoded = Buffer.from(credentials).toString('base64');
  expect([credentials, 'canary', encoded].filter((secret) => `${output}${errors}`.includes(secret))).toEqual([]);
});

it('without the authority of the company nothing is sent, and the log names the certificate', async () => {
  const { cloud, write, stop } = await startInNetwork(folder(), { hosts, settings, trusted: false });
  const status = await write('help', channel);
  const { output } = await stop();
  expect({ status, requests: cloud.requests }).toEqual({ status: 403, requests: [] });
  // Which of them depends on the order in which OpenSSL looks at the chain.
  expect(output).toMatch(/UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN|CERT_SIGNATURE_FAILURE/);
});
