import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
import { container, group, pathOf, put, stateOf } from './container-groups-support.ts';
import { expectAnswers, type Item, ledger, type Row, readerToken, startSandbox, useSharedSandbox } from './support.ts';

/** For tests that change nothing. */
const still = useSharedSandbox();

/** The documented PUT with every field and every secret, from the contract test. */
const whole = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../../test/fixtures/vendor/container-groups/createOrUpdateContainerGroup.json'),
    'utf8',
  ),
).request.body;

test('PUT of a container group that is new gets 201, then Succeeded and Running', async () => {
  const running = await startSandbox({ longMs: 2 * SECOND });
  const created = await put(running);
  running.time.advance(2 * SECOND);
  const after = await running.get(pathOf('cg-new'));
  running.time.advance(10 * MINUTE);
  expect(stateOf(await running.get(pathOf('cg-new')))).toEqual(['Succeeded', 'Running']);
  expect([created.status, created.headers.get('retry-after'), stateOf(created), stateOf(after)]).toEqual([
    201,
    '1',
    ['Pending', 'Pending'],
    ['Succeeded', 'Running'],
  ]);
});

test('PUT of a container group that exists gets 200 with the new properties', async () => {
  const running = await startSandbox();
  await put(running);
  running.time.advance(2 * SECOND);
  const reply = await put(running, group({ containers: [container({ image: 'registry.example/one:2' })] }), 'CG-New');
  const [only] = reply.body.properties['containers'] as readonly [Item];
  expect([reply.status, reply.body.name, only.properties['image']]).toEqual([200, 'cg-new', 'registry.example/one:2']);
});

const unreadable = { volumes: [{ name: 'v', secret: { key: 'not base64!' } }] };
const larger = { resources: { requests: { cpu: 2, memoryInGB: 1.5 } } };
test('PUT of a container group that changes what needs a deletion first is refused', async () => {
  const running = await startSandbox();
  await put(running);
  running.time.advance(2 * SECOND);
  const changed = (body: unknown, expected = '400 InvalidContainerGroupUpdate'): Row => [
    expected,
    pathOf('cg-new'),
    { body },
  ];
  await expectAnswers(
    running,
    {
      'os type': changed(group({ osType: 'Windows' })),
      'restart policy': changed(group({ restartPolicy: 'Never' })),
      CPU: changed(group({ containers: [container(larger)] })),
      containers: changed(group({ containers: [container(), { ...container(), name: 'two' }] })),
      subnets: changed(group({ subnetIds: [{ id: '/subscriptions/x' }] })),
      zones: changed({ ...group(), zones: ['2'] }),
      location: changed({ ...group(), location: 'northeurope' }, '409 InvalidResourceLocation'),
    },
    { method: 'PUT' },
  );
  expect((await put(running, group({ restartPolicy: 'Always' }))).status).toBe(200);
});

test('PUT of a container group with the same body again gets 200 and is not provisioned again', async () => {
  const running = await startSandbox({ longMs: SECOND });
  await put(running);
  running.time.advance(SECOND);
  const again = await put(running);
  expect([again.status, stateOf(again)]).toEqual([200, ['Succeeded', 'Running']]);
});

test.each(['Failed', 'Canceled'] as const)(
  'PUT of a container group ends as %s with the fault provisioning',
  async (state) => {
    const running = await startSandbox({ longMs: SECOND });
    running.sandbox.faults.set({ kind: 'provisioning', state, operation: 'createOrUpdateContainerGroup' });
    await put(running);
    running.time.advance(SECOND);
    expect((await running.get(pathOf('cg-new'))).body.properties['provisioningState']).toBe(state);
  },
);

test('PUT of a container group returns every field but the secrets', async () => {
  const { status, body } = await put(await startSandbox(), whole);
  const { containers, volumes, extensions, diagnostics, imageRegistryCredentials, initContainers, ipAddress, ...rest } =
    whole.properties;
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { location: whole.location, tags: whole.tags, zones: whole.zones, properties: rest },
  });
  expect(Object.keys(body.properties)).toEqual(expect.arrayContaining(Object.keys(whole.properties)));
});

test('PUT of a container group never returns a secret', async () => {
  const places = ['workspace', 'storage', 'extension', 'registry', 'container', 'init'];
  const secrets = [...places.map((place) => `s3cret-of-${place}`), 'czNjcmV0LW9mLXZvbHVtZQ=='];
  const running = await startSandbox({ longMs: SECOND });
  const replies = [await put(running, whole), await put(running, whole)];
  running.time.advance(SECOND);
  replies.push(await running.get(pathOf('cg-new')));
  const held = [whole, replies.map(({ body }) => body)].map((sent) => JSON.stringify(sent));
  expect(held.map((text) => secrets.filter((secret) => text.includes(secret)))).toEqual([secrets, []]);
});

test('PUT of a container group returns a secret volume as an empty object and a secure variable by its name', async () => {
  const { body } = await put(await startSandbox(), whole);
  const { volumes, containers } = body.properties as Record<string, Record<string, Record<string, unknown>>[]>;
  expect([volumes?.[2], containers?.[0]?.['properties']?.['environmentVariables']]).toEqual([
    { name: 'keys', secret: {} },
    [{ name: 'REGION', value: 'eu' }, { name: 'DB_PASSWORD' }],
  ]);
});

test.each(['UserAssigned', 'SystemAssigned, UserAssigned'])(
  'PUT of a container group returns the principals of an identity: %s',
  async (type) => {
    const id = `${ledger}/providers/Vendor.ManagedIdentity/userAssignedIdentities/uai-ledger`;
    const identity = { type, userAssignedIdentities: { [id]: {} } };
    const { status, body } = await put(await startSandbox(), { ...group(), identity });
    const guid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const principals = { [id]: { principalId: guid, clientId: guid } };
    expect([status, body]).toMatchObject([
      201,
      { identity: { type, tenantId: expect.any(String), userAssignedIdentities: principals } },
    ]);
  },
);

test('PUT of a container group needs only containers and the operating system', async () => {
  const { status, body } = await put(await startSandbox(), {
    properties: { osType: 'Linux', containers: [container()] },
  });
  expect([status, body]).toMatchObject([201, { location: expect.any(String), properties: { osType: 'Linux' } }]);
});

test('PUT of a container group accepts every documented word', async () => {
  const running = await startSandbox();
  const words = {
    sku: ['Standard', 'Confidential'],
    priority: ['Spot'],
    restartPolicy: ['Always', 'OnFailure', 'Never'],
  };
  const rows = Object.entries(words).flatMap(([field, known]) => known.map((word) => [field, word] as const));
  const found: unknown[] = [];
  for (const [index, [field, word]] of rows.entries()) {
    const { body } = await put(running, group({ [field]: word }), `cg-${index}`);
    found.push([field, body.properties[field]]);
  }
  expect(found).toEqual(rows);
});

test('PUT of a container group ignores values for response-only fields', async () => {
  const ipAddress = { type: 'Public', ports: [{ protocol: 'TCP', port: 80 }], ip: '1.2.3.4', fqdn: 'mine.example' };
  const own = { provisioningState: 'Succeeded', instanceView: { events: [], state: 'Stopped' }, ipAddress };
  const reply = await put(await startSandbox(), { ...group(own), id: '/mine', name: 'mine', type: 'Mine/groups' });
  expect(reply.body).toMatchObject({
    id: pathOf('cg-new').replace(/\?.*/, ''),
    name: 'cg-new',
    type: 'Vendor.ContainerInstance/containerGroups',
  });
  expect(stateOf(reply)).toEqual(['Pending', 'Pending']);
  expect(JSON.stringify(reply.body)).not.toMatch(/1\.2\.3\.4|mine/);
});

test('PUT of a container group gives each address of a label a number and a name, which no other group has where it is protected', async () => {
  const running = await startSandbox();
  const scopes = [undefined, 'Unsecure', 'NoReuse', 'TenantReuse', 'SubscriptionReuse', 'ResourceGroupReuse'];
  const kinds = [...scopes.map((scope) => ['Public', scope] as const), ['Private', undefined] as const];
  const common = { ports: [{ protocol: 'TCP', port: 80 }], dnsNameLabel: 'label' };
  for (const [index, [type, scope]] of kinds.entries()) {
    const plain = scope === undefined || scope === 'Unsecure';
    const expected = {
      type,
      autoGeneratedDomainNameLabelScope: scope ?? 'Unsecure',
      ip: expect.stringMatching(type === 'Public' ? /^203\.0\.113\.\d+$/ : /^10\./),
      fqdn: expect.stringMatching(plain ? /^label\.westeurope\./ : /^(?!label\.westeurope\.)/),
    };
    const ipAddress = { ...common, type, autoGeneratedDomainNameLabelScope: scope };
    for (const name of [`cg-one-${index}`, `cg-two-${index}`]) {
      const { body } = await put(running, group({ ipAddress }), name);
      expect(body.properties['ipAddress']).toMatchObject(expected);
    }
  }
});

test('PUT of a container group accepts field names with capitals and returns them as documented', async () => {
  const body = {
    Location: 'northeurope',
    Properties: {
      OsType: 'Windows',
      Containers: [{ Name: 'one', Properties: { Image: 'i', Resources: { Requests: { Cpu: 1, MemoryInGB: 1 } } } }],
    },
  };
  const reply = await put(await startSandbox(), body);
  expect(reply.body).toMatchObject({
    location: 'northeurope',
    properties: { osType: 'Windows', containers: [{ name: 'one', properties: { image: 'i' } }] },
  });
});

test('PUT of a container group that cannot be read is refused', async () => {
  const change = (expected: string, properties: object): Row => [
    `400 ${expected}`,
    pathOf('cg-new'),
    { body: group(properties) },
  ];
  const invalid = (properties: object): Row => change('InvalidRequestContent', properties);
  const half = { resources: { requests: { cpu: 1 } } };
  const headers = { authorization: readerToken };
  await expectAnswers(
    still,
    {
      'no containers': invalid({ containers: undefined }),
      'no image': invalid({ containers: [container({ image: undefined })] }),
      'no operating system': change('InvalidOsType', { osType: undefined }),
      'half of the resources': change('ResourceRequestsNotSpecified', { containers: [container(half)] }),
      'an address without ports': change('MissingIpAddressPorts', { ipAddress: { type: 'Public' } }),
      'another sku': invalid({ sku: 'Premium' }),
      'another priority': invalid({ priority: 'High' }),
      'another restart policy': invalid({ restartPolicy: 'Sometimes' }),
      'a volume with two sources': invalid({ volumes: [{ name: 'v', emptyDir: {}, secret: {} }] }),
      'a secret that is not base64': invalid(unreadable),
      'the reader’s token': ['403 AuthorizationFailed', pathOf('cg-new'), { body: group(), headers }],
      'the reader’s token, reading': ['200', pathOf('cg-ledger-api'), { method: 'GET', headers }],
    },
    { method: 'PUT' },
  );
});

test('PUT of a container group does not repeat a secret in a refusal', async () => {
  expect(JSON.stringify((await put(still, group(unreadable))).body)).not.toContain('not base64!');
});

test('PUT of a container group gets an error with target and details', async () => {
  const { body } = await put(still, group({ containers: [container({ resources: undefined })] }));
  const error = { code: 'ResourceRequestsNotSpecified', message: expect.stringContaining("'one'") };
  expect(body.error).toEqual({ ...error, target: 'resources.requests', details: [{ ...error, target: 'one' }] });
});
