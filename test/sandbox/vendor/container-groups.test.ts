import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE, SECOND } from '../../../src/lib/clock.ts';
import { cloud } from '../../../src/sandbox/world.ts';
import { ledger, production, type Reply, type Running, readerToken, startSandbox, stopAll } from './support.ts';

/** For what changes nothing: refusals, and reading the story. */
let still: Running;

beforeAll(async () => {
  still = await startSandbox();
});
afterAll(stopAll);

const gateway = `${production}/resourceGroups/${cloud.resourceGroups.gateway}`;
const pathOf = (name: string, group = ledger): string =>
  `${group}/providers/Vendor.ContainerInstance/containerGroups/${name}?api-version=2023-05-01`;

const container = (change: object = {}): object => ({
  name: 'one',
  properties: { image: 'registry.example/one:1', resources: { requests: { cpu: 1, memoryInGB: 1.5 } }, ...change },
});
const group = (change: object = {}): object => ({
  location: 'westeurope',
  properties: { osType: 'Linux', containers: [container()], ...change },
});
const put = ({ send }: Running, body: unknown = group(), name = 'cg-new'): Promise<Reply> =>
  send(pathOf(name), { method: 'PUT', body });
const failed = ({ status, body }: Reply): unknown => [status, body.error?.code];
const stateOf = ({ body }: Reply): unknown => [
  body.properties['provisioningState'],
  (body.properties['instanceView'] as { state: string }).state,
];

/** The documented PUT with every field and every secret, as the contract test has it. */
const whole = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../fixtures/vendor/container-groups/createOrUpdateContainerGroup.json'),
    'utf8',
  ),
).request.body;

describe('PUT of a container group', () => {
  test('that is new: 201, then Succeeded and Running', async () => {
    const running = await startSandbox({ longMs: 2 * SECOND });
    const created = await put(running);
    running.time.advance(2 * SECOND);
    const after = await running.get(pathOf('cg-new'));
    expect([created.status, created.headers.get('retry-after'), stateOf(created), stateOf(after)]).toEqual([
      201,
      '1',
      ['Pending', 'Pending'],
      ['Succeeded', 'Running'],
    ]);
  });

  test('that is there: 200, with what was asked for now', async () => {
    const running = await startSandbox();
    const reply = await put(running, group({ restartPolicy: 'Never' }), 'CG-Ledger-API');
    expect([reply.status, reply.body.name, reply.body.properties['restartPolicy']]).toEqual([
      200,
      'cg-ledger-api',
      'Never',
    ]);
  });

  test('with the same bytes again: 200, and nothing begins anew', async () => {
    const running = await startSandbox({ longMs: SECOND });
    await put(running);
    running.time.advance(SECOND);
    const again = await put(running);
    expect([again.status, stateOf(again)]).toEqual([200, ['Succeeded', 'Running']]);
  });

  test('with another body while it is being provisioned is refused', async () => {
    const running = await startSandbox();
    await put(running);
    expect(failed(await put(running, group({ sku: 'Standard' })))).toEqual([409, 'ContainerGroupTransitioning']);
  });

  test.each(['Failed', 'Canceled'] as const)('can end as %s', async (state) => {
    const running = await startSandbox({ longMs: SECOND });
    running.sandbox.faults.set({ kind: 'provisioning', state, operation: 'createOrUpdateContainerGroup' });
    await put(running);
    running.time.advance(SECOND);
    expect((await running.get(pathOf('cg-new'))).body.properties['provisioningState']).toBe(state);
  });

  test('gives back every field but the secrets', async () => {
    const { status, body } = await put(await startSandbox(), whole);
    const {
      containers,
      volumes,
      extensions,
      diagnostics,
      imageRegistryCredentials,
      initContainers,
      ipAddress,
      ...rest
    } = whole.properties;
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { location: whole.location, tags: whole.tags, zones: whole.zones, properties: rest },
    });
    expect(Object.keys(body.properties)).toEqual(expect.arrayContaining(Object.keys(whole.properties)));
  });

  test.each([
    ['workspaceKey', 's3cret-of-workspace'],
    ['storageAccountKey', 's3cret-of-storage'],
    ['contents of secret volumes', 'czNjcmV0LW9mLXZvbHVtZQ=='],
    ['protectedSettings', 's3cret-of-extension'],
    ['password', 's3cret-of-registry'],
    ['secureValue', 's3cret-of-container'],
    ['secureValue of an init container', 's3cret-of-init'],
  ])('never gives back: %s', async (_, secret) => {
    const running = await startSandbox({ longMs: SECOND });
    const told = [await put(running, whole), await put(running, whole)];
    running.time.advance(SECOND);
    told.push(await running.get(pathOf('cg-new')));
    expect([
      JSON.stringify(whole).includes(secret),
      JSON.stringify(told.map(({ body }) => body)).includes(secret),
    ]).toEqual([true, false]);
  });

  test('gives a secret volume back as an empty object, and a secure variable by its name', async () => {
    const { body } = await put(await startSandbox(), whole);
    const { volumes, containers } = body.properties as Record<string, Record<string, Record<string, unknown>>[]>;
    expect([volumes?.[2], containers?.[0]?.['properties']?.['environmentVariables']]).toEqual([
      { name: 'keys', secret: {} },
      [{ name: 'REGION', value: 'eu' }, { name: 'DB_PASSWORD' }],
    ]);
  });

  test('gives identities their principals', async () => {
    const { body } = await put(await startSandbox(), whole);
    const { identity } = body as unknown as { identity: Record<string, unknown> };
    const given = {
      principalId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    };
    expect([Object.values(identity['userAssignedIdentities'] as object), identity['tenantId']]).toEqual([
      [given],
      expect.any(String),
    ]);
  });

  test.each([
    ['Unsecure', 'label.westeurope.'],
    ['NoReuse', expect.not.stringMatching(/^label\.westeurope\./)],
  ])('gives an address and a name: %s', async (scope, fqdn) => {
    const ipAddress = {
      type: 'Public',
      ports: [{ port: 80 }],
      dnsNameLabel: 'label',
      autoGeneratedDomainNameLabelScope: scope,
    };
    const { body } = await put(await startSandbox(), group({ ipAddress }));
    expect(body.properties['ipAddress']).toMatchObject({
      ip: expect.stringMatching(/^203\.0\.113\.\d+$/),
      fqdn: typeof fqdn === 'string' ? expect.stringContaining(fqdn) : fqdn,
    });
  });

  test('takes field names with capitals and gives them back as documented', async () => {
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

  test.each([
    ['no properties', { location: 'westeurope' }, 'InvalidRequestContent'],
    ['no containers', group({ containers: undefined }), 'InvalidRequestContent'],
    ['an empty list of containers', group({ containers: [] }), 'InvalidRequestContent'],
    ['no image', group({ containers: [container({ image: undefined })] }), 'InvalidRequestContent'],
    ['no operating system', group({ osType: undefined }), 'InvalidOsType'],
    ['another operating system', group({ osType: 'Solaris' }), 'InvalidOsType'],
    ['no resources', group({ containers: [container({ resources: undefined })] }), 'ResourceRequestsNotSpecified'],
    [
      'half of the resources',
      group({ containers: [container({ resources: { requests: { cpu: 1 } } })] }),
      'ResourceRequestsNotSpecified',
    ],
    ['an address without ports', group({ ipAddress: { type: 'Public' } }), 'MissingIpAddressPorts'],
    ['another sku', group({ sku: 'Premium' }), 'InvalidRequestContent'],
    ['another priority', group({ priority: 'High' }), 'InvalidRequestContent'],
    ['another restart policy', group({ restartPolicy: 'Sometimes' }), 'InvalidRequestContent'],
    [
      'a volume with two sources',
      group({ volumes: [{ name: 'v', emptyDir: {}, secret: {} }] }),
      'InvalidRequestContent',
    ],
    [
      'a secret that is not base64',
      group({ volumes: [{ name: 'v', secret: { key: 'not base64!' } }] }),
      'InvalidRequestContent',
    ],
  ])('with %s is refused', async (_, body, code) => {
    expect(failed(await put(still, body))).toEqual([400, code]);
  });

  test('no refusal repeats a secret', async () => {
    const body = group({ volumes: [{ name: 'v', secret: { key: 'not base64!' } }] });
    expect(JSON.stringify((await put(await startSandbox(), body)).body)).not.toContain('not base64!');
  });

  test('an error is a CloudError with target and details', async () => {
    const { body } = await put(still, group({ containers: [container({ resources: undefined })] }));
    const said = { code: 'ResourceRequestsNotSpecified', message: expect.stringContaining("'one'") };
    expect(body.error).toEqual({ ...said, target: 'resources.requests', details: [{ ...said, target: 'one' }] });
  });

  test.each([
    ['resource group', pathOf('cg', `${production}/resourceGroups/rg-nowhere`), 'ResourceGroupNotFound'],
    ['subscription', pathOf('cg', ledger.replace(/0d5f6a11/, '99999999')), 'SubscriptionNotFound'],
  ])('in a %s that is not there is refused', async (_, path, code) => {
    const { send } = still;
    expect(failed(await send(path, { method: 'PUT', body: group() }))).toEqual([404, code]);
  });

  test('without the right is refused, reading is not', async () => {
    const { send } = still;
    const headers = { authorization: readerToken };
    const written = await send(pathOf('cg-new'), { method: 'PUT', body: group(), headers });
    const read = await send(pathOf('cg-ledger-api'), { headers });
    expect([failed(written), read.status]).toEqual([[403, 'AuthorizationFailed'], 200]);
  });
});

describe('GET of a container group', () => {
  test.each([
    ['cg-ledger-api', ledger, 'Succeeded', 'Running'],
    ['cg-ledger-nightly', ledger, 'Succeeded', 'Succeeded'],
    ['cg-ledger-migration', ledger, 'Failed', 'Failed'],
    ['cg-ledger-scoring', ledger, 'Canceled', 'Stopped'],
    ['cg-gateway-edge', gateway, 'Succeeded', 'Running'],
    ['cg-gateway-tokens', gateway, 'Succeeded', 'Running'],
    ['cg-gateway-canary', gateway, 'Pending', 'Pending'],
    ['CG-GATEWAY-REPORTS', gateway.toUpperCase().replace('/SUBSCRIPTIONS', '/Subscriptions'), 'Succeeded', 'Running'],
  ])('shows %s of the story', async (name, place, provisioned, view) => {
    const { get } = still;
    expect(stateOf(await get(pathOf(name, place)))).toEqual([provisioned, view]);
  });

  test('says why a group could not be provisioned', async () => {
    const { body } = await still.get(pathOf('cg-ledger-migration'));
    const { events } = body.properties['instanceView'] as { events: Record<string, unknown>[] };
    expect(events.find(({ type }) => type === 'Warning')).toMatchObject({
      name: 'Failed',
      count: 5,
      message: expect.stringContaining('Failed to pull image'),
    });
  });

  test('shows the container of a job that ended with its exit code', async () => {
    const { body } = await still.get(pathOf('cg-ledger-nightly'));
    const [one] = body.properties['containers'] as { properties: { instanceView: unknown } }[];
    expect(one?.properties.instanceView).toMatchObject({ currentState: { state: 'Terminated', exitCode: 0 } });
  });

  test('that is not there: 404', async () => {
    const { get } = still;
    expect(failed(await get(pathOf('cg-nowhere')))).toEqual([404, 'ResourceNotFound']);
  });

  test('outlives its provisioning', async () => {
    const running = await startSandbox({ longMs: SECOND });
    await put(running);
    running.time.advance(10 * MINUTE);
    expect(stateOf(await running.get(pathOf('cg-new')))).toEqual(['Succeeded', 'Running']);
  });
});

test('is named in either profile', async () => {
  const { send } = await startSandbox({ namespace: 'Microsoft' });
  const path = pathOf('cg-ledger-api').replace('Vendor.', 'Microsoft.');
  expect((await send(path)).body).toMatchObject({
    id: expect.stringContaining('/providers/Microsoft.ContainerInstance/'),
    type: 'Microsoft.ContainerInstance/containerGroups',
  });
});
