import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import { container, group, pathOf, put, stateOf } from './container-groups-support.ts';
import { failed, type Item, ledger, production, type Running, readerToken, startSandbox, stopAll } from './support.ts';

/** For tests that change nothing. */
let still: Running;

beforeAll(async () => {
  still = await startSandbox();
});
afterAll(stopAll);

/** The documented PUT with every field and every secret, from the contract test. */
const whole = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../../test/fixtures/vendor/container-groups/createOrUpdateContainerGroup.json'),
    'utf8',
  ),
).request.body;

describe('PUT of a container group', () => {
  test('that is new gets 201, then Succeeded and Running', async () => {
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

  test('that exists gets 200 with the new properties', async () => {
    const running = await startSandbox();
    await put(running);
    running.time.advance(2 * SECOND);
    const reply = await put(running, group({ containers: [container({ image: 'registry.example/one:2' })] }), 'CG-New');
    const [only] = reply.body.properties['containers'] as readonly [Item];
    expect([reply.status, reply.body.name, only.properties['image']]).toEqual([
      200,
      'cg-new',
      'registry.example/one:2',
    ]);
  });

  const larger = { resources: { requests: { cpu: 2, memoryInGB: 1.5 } } };
  test.each<[string, object, readonly unknown[]]>([
    ['os type', group({ osType: 'Windows' }), [400, 'InvalidContainerGroupUpdate']],
    ['restart policy', group({ restartPolicy: 'Never' }), [400, 'InvalidContainerGroupUpdate']],
    ['CPU', group({ containers: [container(larger)] }), [400, 'InvalidContainerGroupUpdate']],
    [
      'containers',
      group({ containers: [container(), { ...container(), name: 'two' }] }),
      [400, 'InvalidContainerGroupUpdate'],
    ],
    ['subnets', group({ subnetIds: [{ id: '/subscriptions/x' }] }), [400, 'InvalidContainerGroupUpdate']],
    ['zones', { ...group(), zones: ['2'] }, [400, 'InvalidContainerGroupUpdate']],
    ['location', { ...group(), location: 'northeurope' }, [409, 'InvalidResourceLocation']],
  ])('that changes the %s of an existing group is refused: it needs a deletion first', async (_what, body, refusal) => {
    const running = await startSandbox();
    await put(running);
    running.time.advance(2 * SECOND);
    expect(failed(await put(running, body))).toEqual(refusal);
    expect((await put(running, group({ restartPolicy: 'Always' }))).status).toBe(200);
  });

  test('with the same body again gets 200 and is not provisioned again', async () => {
    const running = await startSandbox({ longMs: SECOND });
    await put(running);
    running.time.advance(SECOND);
    const again = await put(running);
    expect([again.status, stateOf(again)]).toEqual([200, ['Succeeded', 'Running']]);
  });

  test('with another body during the provisioning is refused', async () => {
    const running = await startSandbox();
    await put(running);
    expect(failed(await put(running, group({ sku: 'Standard' })))).toEqual([409, 'ContainerGroupTransitioning']);
  });

  test.each(['Failed', 'Canceled'] as const)('ends as %s with the fault provisioning', async (state) => {
    const running = await startSandbox({ longMs: SECOND });
    running.sandbox.faults.set({ kind: 'provisioning', state, operation: 'createOrUpdateContainerGroup' });
    await put(running);
    running.time.advance(SECOND);
    expect((await running.get(pathOf('cg-new'))).body.properties['provisioningState']).toBe(state);
  });

  test('returns every field but the secrets', async () => {
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
  ])('never returns %s', async (_, secret) => {
    const running = await startSandbox({ longMs: SECOND });
    const replies = [await put(running, whole), await put(running, whole)];
    running.time.advance(SECOND);
    replies.push(await running.get(pathOf('cg-new')));
    expect([
      JSON.stringify(whole).includes(secret),
      JSON.stringify(replies.map(({ body }) => body)).includes(secret),
    ]).toEqual([true, false]);
  });

  test('returns a secret volume as an empty object and a secure variable by its name', async () => {
    const { body } = await put(await startSandbox(), whole);
    const { volumes, containers } = body.properties as Record<string, Record<string, Record<string, unknown>>[]>;
    expect([volumes?.[2], containers?.[0]?.['properties']?.['environmentVariables']]).toEqual([
      { name: 'keys', secret: {} },
      [{ name: 'REGION', value: 'eu' }, { name: 'DB_PASSWORD' }],
    ]);
  });

  test.each(['UserAssigned', 'SystemAssigned, UserAssigned'])(
    'returns the principals of an identity: %s',
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

  test('needs only containers and the operating system', async () => {
    const { status, body } = await put(await startSandbox(), {
      properties: { osType: 'Linux', containers: [container()] },
    });
    expect([status, body]).toMatchObject([201, { location: expect.any(String), properties: { osType: 'Linux' } }]);
  });

  test.each([
    ['sku', 'Standard'],
    ['sku', 'Confidential'],
    ['priority', 'Spot'],
    ['restartPolicy', 'Always'],
    ['restartPolicy', 'OnFailure'],
    ['restartPolicy', 'Never'],
  ])('accepts the %s %s', async (field, word) => {
    const { status, body } = await put(await startSandbox(), group({ [field]: word }));
    expect([status, body.properties[field]]).toEqual([201, word]);
  });

  test('ignores values for response-only fields', async () => {
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

  const plainName = /^label\.westeurope\./;
  const protectedName = /^(?!label\.westeurope\.)/;

  test.each([
    ['Public', undefined, /^203\.0\.113\.\d+$/, plainName],
    ['Public', 'Unsecure', /^203\.0\.113\.\d+$/, plainName],
    ['Public', 'NoReuse', /^203\.0\.113\.\d+$/, protectedName],
    ['Public', 'TenantReuse', /^203\.0\.113\.\d+$/, protectedName],
    ['Public', 'SubscriptionReuse', /^203\.0\.113\.\d+$/, protectedName],
    ['Public', 'ResourceGroupReuse', /^203\.0\.113\.\d+$/, protectedName],
    ['Private', undefined, /^10\./, plainName],
  ])(
    'gives a %s address with the label scope %s an address and a name, and allows the label twice',
    async (type, scope, ip, fqdn) => {
      const running = await startSandbox();
      const ipAddress = {
        type,
        ports: [{ protocol: 'TCP', port: 80 }],
        dnsNameLabel: 'label',
        autoGeneratedDomainNameLabelScope: scope,
      };
      for (const name of ['cg-one', 'cg-two']) {
        const { status, body } = await put(running, group({ ipAddress }), name);
        expect([status, body.properties['ipAddress']]).toMatchObject([
          201,
          {
            type,
            autoGeneratedDomainNameLabelScope: scope ?? 'Unsecure',
            ip: expect.stringMatching(ip),
            fqdn: expect.stringMatching(fqdn),
          },
        ]);
      }
    },
  );

  test('accepts field names with capitals and returns them as documented', async () => {
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

  test('does not repeat a secret in a refusal', async () => {
    const body = group({ volumes: [{ name: 'v', secret: { key: 'not base64!' } }] });
    expect(JSON.stringify((await put(await startSandbox(), body)).body)).not.toContain('not base64!');
  });

  test('gets an error with target and details', async () => {
    const { body } = await put(still, group({ containers: [container({ resources: undefined })] }));
    const error = { code: 'ResourceRequestsNotSpecified', message: expect.stringContaining("'one'") };
    expect(body.error).toEqual({ ...error, target: 'resources.requests', details: [{ ...error, target: 'one' }] });
  });

  test.each([
    ['resource group', pathOf('cg', `${production}/resourceGroups/rg-nowhere`), 'ResourceGroupNotFound'],
    ['subscription', pathOf('cg', ledger.replace(/0d5f6a11/, '99999999')), 'SubscriptionNotFound'],
  ])('in an unknown %s is refused', async (_, path, code) => {
    const { send } = still;
    expect(failed(await send(path, { method: 'PUT', body: group() }))).toEqual([404, code]);
  });

  test('is refused with the reader’s token, which may read', async () => {
    const { send } = still;
    const headers = { authorization: readerToken };
    const written = await send(pathOf('cg-new'), { method: 'PUT', body: group(), headers });
    const read = await send(pathOf('cg-ledger-api'), { headers });
    expect([failed(written), read.status]).toEqual([[403, 'AuthorizationFailed'], 200]);
  });
});
