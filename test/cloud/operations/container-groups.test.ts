import { containerGroup, createOrUpdateContainerGroup, getContainerGroup } from '#cloud/operations/container-groups.ts';
import type { ContainerGroupRequest } from '#cloud/operations/container-groups-request.ts';
import { benchPerTest, errorOf, givesToken, subscriptionId, vendor } from '../client-fixture.ts';

const bench = benchPerTest();

const path = `/subscriptions/${subscriptionId}/resourceGroups/rg/providers/Vendor.ContainerInstance/containerGroups/cg`;
const version = { 'api-version': '2023-05-01' };
const group = { subscriptionId, resourceGroupName: 'rg', containerGroupName: 'cg' };
const container = { name: 'one', image: 'i', resources: { requests: { cpu: 1, memoryInGB: 1 } } };
const plain: ContainerGroupRequest = { ...group, containers: [container], osType: 'Linux' };
const answer = (provisioningState: string) => ({
  id: path,
  name: 'cg',
  properties: { provisioningState, containers: [] },
});

describe('a container group', () => {
  test.each([
    ['Pending', 'running'],
    ['Creating', 'running'],
    ['Repairing', 'running'],
    ['succeeded', 'succeeded'],
    ['Failed', 'failed'],
    ['Canceled', 'failed'],
  ])('in the state %s is %s', async (state, progress) => {
    givesToken();
    vendor().get(path).query(version).reply(200, answer(state));
    const step = await bench.client.poll(createOrUpdateContainerGroup, `${path}?api-version=2023-05-01`);
    expect(step.progress).toBe(progress);
  });

  test('is sent with the ids of its resources in the namespace', async () => {
    givesToken();
    const id = `/subscriptions/${subscriptionId}/resourceGroups/rg/providers/Microsoft.ManagedIdentity/userAssignedIdentities/me`;
    const ours = id.replace('Microsoft', 'Vendor');
    vendor()
      .put(
        path,
        (body) =>
          body.properties.encryptionProperties.identity === ours && ours in body.identity.userAssignedIdentities,
      )
      .query(version)
      .reply(201, answer('Pending'));
    await bench.client.start(createOrUpdateContainerGroup, {
      ...plain,
      identity: { type: 'UserAssigned', userAssignedIdentities: [id] },
      encryptionProperties: { vaultBaseUrl: 'v', keyName: 'k', keyVersion: '1', identity: id },
    });
  });

  test.each<[string, Partial<ContainerGroupRequest>]>([
    ['no container', { containers: [] }],
    ['a volume without a source', { volumes: [{ name: 'v' } as never] }],
    ['a volume with two sources', { volumes: [{ name: 'v', emptyDir: {}, secret: {} } as never] }],
    ['an identity that is no id', { identity: { type: 'UserAssigned', userAssignedIdentities: ['me'] } }],
    ['a subnet that is no id', { subnetIds: [{ id: '../x' }] }],
    ['a subscription that is no id', { subscriptionId: 'production' }],
    ['a name with a slash', { containerGroupName: 'a/b' }],
  ])('with %s is refused before a request is sent', async (_, change) => {
    await expect(bench.client.start(createOrUpdateContainerGroup, { ...plain, ...change })).rejects.toThrow(RangeError);
  });

  test('is read with field names in any case, nulls, unknown fields and unknown values', () => {
    const read = containerGroup.parse({
      Id: path,
      Name: 'cg',
      Tags: { team: 'payments', odd: 7 },
      Zones: null,
      Kind: 'new',
      SystemData: {},
      Properties: {
        ProvisioningState: 'succeeded',
        OsType: 'linux',
        Sku: 'Platinum',
        Surprise: { a: 1 },
        Password: 'no',
        Containers: [
          {
            Name: 'one',
            Properties: { Image: 'i', Command: null, InstanceView: { CurrentState: { State: 'running' } } },
          },
        ],
        InitContainers: [{ name: 'two', image: 'j' }],
        InstanceView: { State: 'Running', Events: [{ Name: 'Pulled', Count: 2 }] },
      },
    });
    // A change sends back what nobody documented, and no secret.
    expect(JSON.parse(JSON.stringify(read))).toEqual({
      beside: { Kind: 'new' },
      Surprise: { a: 1 },
      id: path,
      name: 'cg',
      tags: { team: 'payments' },
      provisioningState: 'Succeeded',
      osType: 'Linux',
      sku: 'Platinum',
      containers: [{ name: 'one', image: 'i', instanceView: { currentState: { state: 'Running' } } }],
      initContainers: [{ name: 'two', image: 'j' }],
      instanceView: { state: 'Running', events: [{ name: 'Pulled', count: 2 }] },
    });
  });

  test('can be read', async () => {
    givesToken();
    vendor().get(path).query(version).reply(200, answer('Succeeded'));
    expect(await bench.client.call(getContainerGroup, group)).toMatchObject({
      name: 'cg',
      provisioningState: 'Succeeded',
    });
  });

  test('is reported as missing with the vendor’s code, message, target and details', async () => {
    givesToken();
    const details = [{ code: 'A', message: 'b' }];
    vendor()
      .get(path)
      .query(version)
      .reply(404, { error: { code: 'ResourceNotFound', message: 'none', target: 'cg', details } });
    const {
      vendorCode,
      vendorMessage,
      target,
      details: text,
    } = await errorOf(bench.client.call(getContainerGroup, group));
    expect({ vendorCode, vendorMessage, target, text }).toEqual({
      vendorCode: 'ResourceNotFound',
      vendorMessage: 'none',
      target: 'cg',
      text: 'A: b',
    });
  });
});
