import { inspect } from 'node:util';
import { containerGroup, createOrUpdateContainerGroup } from '#cloud/operations/container-groups.ts';
import type { ContainerGroupRequest } from '#cloud/operations/container-groups-request.ts';
import { type SecretInput, type SecretReference, secretReference } from '#cloud/services/secrets.ts';
import { AppError } from '#platform/lib/errors.ts';
import { Secret } from '#platform/lib/secret.ts';
import type { nock } from '../support/strict-nock.ts';
import { benchPerTest, createClientBench, errorOf, givesToken, subscriptionId, vendor } from './client-fixture.ts';

const names = ['workspace', 'storage', 'volume', 'extension', 'registry', 'variable', 'init'] as const;
type Name = (typeof names)[number];
const secretOf = (name: Name): string => `hidden-${name}-"value"`;
const values = names.map(secretOf);

/** The secret store of the process. */
const storedSecrets = new Map<string, Secret>();
const references = new Map<Name, SecretReference>();
const bench = benchPerTest({ secrets: async (name) => storedSecrets.get(name) });

beforeAll(async () => {
  for (const name of names) references.set(name, await secretReference(name, new Secret(secretOf(name))));
});
beforeEach(() => {
  for (const name of names) storedSecrets.set(name, new Secret(secretOf(name)));
});

const path = `/subscriptions/${subscriptionId}/resourceGroups/rg/providers/Vendor.ContainerInstance/containerGroups/cg`;
const version = { 'api-version': '2023-05-01' };
const group = { subscriptionId, resourceGroupName: 'rg', containerGroupName: 'cg' };
const container = { name: 'one', image: 'i', resources: { requests: { cpu: 1, memoryInGB: 1 } } };
const plain: ContainerGroupRequest = { ...group, containers: [container], osType: 'Linux' };

/** A group with each of the six kinds of secrets, an init container's too. */
const secretive = (secret: (name: Name) => SecretInput): ContainerGroupRequest => ({
  ...plain,
  containers: [{ ...container, environmentVariables: [{ name: 'V', secureValue: secret('variable') }] }],
  initContainers: [{ name: 'init', environmentVariables: [{ name: 'I', secureValue: secret('init') }] }],
  diagnostics: { logAnalytics: { workspaceId: 'w', workspaceKey: secret('workspace') } },
  volumes: [
    { name: 'a', azureFile: { shareName: 's', storageAccountName: 'n', storageAccountKey: secret('storage') } },
    { name: 'b', secret: { 'a.key': secret('volume') } },
    { name: 'c', emptyDir: {} },
  ],
  extensions: [{ name: 'e', extensionType: 't', version: '1', protectedSettings: { kubeConfig: secret('extension') } }],
  imageRegistryCredentials: [{ server: 'r', username: 'u', password: secret('registry') }],
});

const itself = secretive((name) => new Secret(secretOf(name)));
const byReference = () => secretive((name) => references.get(name) as SecretReference);

/** The properties that the vendor gets for both of them. */
const secretiveProperties = {
  osType: 'Linux',
  containers: [
    {
      name: 'one',
      properties: {
        image: 'i',
        resources: { requests: { cpu: 1, memoryInGB: 1 } },
        environmentVariables: [{ name: 'V', secureValue: secretOf('variable') }],
      },
    },
  ],
  initContainers: [
    { name: 'init', properties: { environmentVariables: [{ name: 'I', secureValue: secretOf('init') }] } },
  ],
  diagnostics: { logAnalytics: { workspaceId: 'w', workspaceKey: secretOf('workspace') } },
  volumes: [
    {
      name: 'a',
      azureFile: { shareName: 's', storageAccountName: 'n', storageAccountKey: secretOf('storage') },
    },
    { name: 'b', secret: { 'a.key': secretOf('volume') } },
    { name: 'c', emptyDir: {} },
  ],
  extensions: [
    {
      name: 'e',
      properties: { extensionType: 't', version: '1', protectedSettings: { kubeConfig: secretOf('extension') } },
    },
  ],
  imageRegistryCredentials: [{ server: 'r', username: 'u', password: secretOf('registry') }],
};

const answer = (provisioningState: string) => ({
  id: path,
  name: 'cg',
  properties: { provisioningState, containers: [] },
});
const puts = (body: object) =>
  vendor()
    .put(path, body as nock.Body)
    .query(version);

/** The secrets that a text holds, as they are or as JSON writes them. */
const secretsIn = (text: string): readonly string[] =>
  values.filter((value) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)));

/** Every field name with a capital, as a body by hand may have it. */
const capitalised = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(capitalised);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.charAt(0).toUpperCase() + name.slice(1), capitalised(field)]),
  );
};

test('a request that is sent has its secrets', async () => {
  givesToken();
  puts({ properties: secretiveProperties }).reply(201, answer('Pending'));
  expect((await bench.client.start(createOrUpdateContainerGroup, itself)).progress).toBe('running');
});

test('a stored request is sent with its secrets in place of the references, the same each time', async () => {
  givesToken();
  puts({ properties: secretiveProperties }).times(2).reply(200, answer('Succeeded'));
  const stored = JSON.parse(JSON.stringify(bench.client.freeze(createOrUpdateContainerGroup, byReference())));
  await bench.client.callFrozen(stored);
  expect(await bench.client.callFrozen(stored)).toMatchObject({ progress: 'succeeded' });
});

test('a stored request has references and no secrets', () => {
  const stored = JSON.stringify(bench.client.freeze(createOrUpdateContainerGroup, byReference()));
  expect({
    names: names.filter((name) => stored.includes(`secretRef\\":\\"${name}`)),
    secrets: secretsIn(stored),
  }).toEqual({
    names: [...names],
    secrets: [],
  });
});

test('a request with secrets cannot be stored', () => {
  expect(() => bench.client.freeze(createOrUpdateContainerGroup, itself)).toThrow(RangeError);
});

test.each(names)('a request with one secret among references cannot be stored: %s', (one) => {
  const mixed = secretive((name) =>
    name === one ? new Secret(secretOf(name)) : (references.get(name) as SecretReference),
  );
  expect(() => bench.client.freeze(createOrUpdateContainerGroup, mixed)).toThrow(RangeError);
});

test.each(['small letters', 'capitals'])('a preview masks every secret, with field names in %s', (how) => {
  const properties = how === 'small letters' ? secretiveProperties : capitalised(secretiveProperties);
  const shown = bench.client.preview(createOrUpdateContainerGroup, { path: group, body: { properties } });
  expect({
    secrets: secretsIn(JSON.stringify(shown)),
    masks: JSON.stringify(shown).split('"***"').length - 1,
  }).toEqual({
    secrets: [],
    masks: names.length,
  });
});

test('an error and the log mask the secrets that the vendor repeats', async () => {
  givesToken();
  const message = `cannot read ${values.join(' and ')}`;
  puts({ properties: secretiveProperties }).reply(400, {
    error: { code: 'Odd', message, target: values[0], details: [{ message }] },
  });
  const error = await errorOf(bench.client.start(createOrUpdateContainerGroup, itself));
  const told = [inspect(error, { depth: 9 }), JSON.stringify(error), JSON.stringify(error.values), ...bench.lines].join(
    '\n',
  );
  expect({ secrets: secretsIn(told), said: error.vendorMessage }).toEqual({
    secrets: [],
    said: `cannot read ${values.map(() => '***').join(' and ')}`,
  });
});

test('a printed input has no secrets', () => {
  expect(secretsIn(inspect(itself, { depth: 9 }) + JSON.stringify(itself))).toEqual([]);
});

test('a reference does not contain its secret', () => {
  expect(secretsIn(JSON.stringify([...references]))).toEqual([]);
});

test('references to equal secrets have different digests', async () => {
  const [one, other] = await Promise.all(['a', 'b'].map((name) => secretReference(name, new Secret('same'))));
  expect(one?.digest).not.toBe(other?.digest);
});

test.each([
  ['is gone', () => storedSecrets.delete('registry'), 'Vendor.SecretMissing'],
  ['was changed', () => storedSecrets.set('registry', new Secret('another')), 'Vendor.SecretChanged'],
])('a secret that %s since it was approved stops the request, and is named', async (_, change, code) => {
  const stored = bench.client.freeze(createOrUpdateContainerGroup, byReference());
  change();
  const { arrived, retryable, target, values: told, ...error } = await errorOf(bench.client.callFrozen(stored));
  expect({ code: error.code, arrived, retryable, target, told: told['target'] }).toEqual({
    code,
    arrived: 'no',
    retryable: false,
    target: 'registry',
    told: 'registry',
  });
});

test('a field that only looks like a reference is sent unchanged', async () => {
  givesToken();
  const { secretRef, digest } = references.get('registry') as SecretReference;
  const tags = { secretRef, digest };
  puts({
    tags,
    properties: {
      osType: 'Linux',
      containers: [{ name: 'one', properties: { image: 'i', resources: container.resources } }],
    },
  }).reply(201, answer('Pending'));
  await bench.client.callFrozen(bench.client.freeze(createOrUpdateContainerGroup, { ...plain, tags }));
});

test.each(['../registry', '', 'a/b', '.env', 'steward.audit-key', 'STEWARD.x'])(
  'a secret cannot be stored under the name %j',
  async (name) => {
    await expect(secretReference(name, new Secret('x'))).rejects.toThrow(RangeError);
  },
);

test('a secret in an answer is not read', () => {
  const read = containerGroup.parse({ id: path, name: 'cg', properties: secretiveProperties });
  expect(secretsIn(JSON.stringify(read))).toEqual([]);
});

test('a request with references is stopped without a secret store', async () => {
  const { client, http } = createClientBench();
  const stored = client.freeze(createOrUpdateContainerGroup, byReference());
  const error = await client.callFrozen(stored).catch((reason: unknown) => reason);
  await http.close();
  expect(error).toBeInstanceOf(AppError);
});
