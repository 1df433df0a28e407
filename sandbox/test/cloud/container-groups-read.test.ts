import { SECOND } from '../../../src/platform/lib/clock.ts';
import { cloud } from '../../world.ts';
import { container, group, pathOf, put, stateOf } from './container-groups-support.ts';
import { failed, ledger, production, startSandbox, useSharedSandbox } from './support.ts';

/** For tests that change nothing. */
const still = useSharedSandbox();

const gateway = `${production}/resourceGroups/${cloud.resourceGroups.gateway}`;

test.each([
  ['cg-ledger-api', ledger, 'Succeeded', 'Running'],
  ['cg-ledger-nightly', ledger, 'Succeeded', 'Succeeded'],
  ['cg-ledger-migration', ledger, 'Failed', 'Failed'],
  ['cg-ledger-scoring', ledger, 'Canceled', 'Stopped'],
  ['cg-gateway-edge', gateway, 'Succeeded', 'Running'],
  ['cg-gateway-tokens', gateway, 'Succeeded', 'Running'],
  ['cg-gateway-canary', gateway, 'Pending', 'Pending'],
  ['CG-GATEWAY-REPORTS', gateway.toUpperCase().replace('/SUBSCRIPTIONS', '/Subscriptions'), 'Succeeded', 'Running'],
])('GET of a container group shows %s of the demo data', async (name, place, provisioned, view) => {
  const { get } = still;
  expect(stateOf(await get(pathOf(name, place)))).toEqual([provisioned, view]);
});

test('GET of a container group shows the reason of a failed provisioning', async () => {
  const { body } = await still.get(pathOf('cg-ledger-migration'));
  const { events } = body.properties['instanceView'] as { events: Record<string, unknown>[] };
  expect(events.find(({ type }) => type === 'Warning')).toMatchObject({
    name: 'Failed',
    count: 5,
    message: expect.stringContaining('Failed to pull image'),
  });
});

test('GET of a container group shows the exit code of a container that has ended', async () => {
  const { body } = await still.get(pathOf('cg-ledger-nightly'));
  const [one] = body.properties['containers'] as { properties: { instanceView: unknown } }[];
  expect(one?.properties.instanceView).toMatchObject({ currentState: { state: 'Terminated', exitCode: 0 } });
});

test('a container group has the names of the Microsoft namespace', async () => {
  const { send } = await startSandbox({ namespace: 'Microsoft' });
  const path = pathOf('cg-ledger-api').replace('Vendor.', 'Microsoft.');
  expect((await send(path)).body).toMatchObject({
    id: expect.stringContaining('/providers/Microsoft.ContainerInstance/'),
    type: 'Microsoft.ContainerInstance/containerGroups',
  });
});

const named = (name: string, change: object): object => ({ ...container(change), name });
const sized = (requests: object, limits?: object): object => ({ resources: { requests, limits } });

test.each([
  ['a limit below the request', [sized({ cpu: 2, memoryInGB: 4 }, { cpu: 1 })], 'ResourceLimitsLessThanRequests'],
  [
    'a limit above all requests together',
    [sized({ cpu: 1, memoryInGB: 1.5 }, { memoryInGB: 2 })],
    'ContainerLimitGreaterThanContainerGroupTotalRequest',
  ],
  [
    'one port in two containers',
    [{ ports: [{ port: 80 }] }, { ports: [{ port: 80, protocol: 'TCP' }] }],
    'InvalidContainerPorts',
  ],
])('the resources of a group with %s are refused', async (_, changes, code) => {
  const containers = changes.map((change, index) => named(`c-${index}`, change));
  expect(failed(await put(still, group({ containers })))).toEqual([400, code]);
});

test('the resources of a group may have a limit of what both containers request, and one port with two protocols', async () => {
  const running = await startSandbox();
  const containers = [
    named('a', { ...sized({ cpu: 0.1, memoryInGB: 1 }, { cpu: 0.3 }), ports: [{ port: 53, protocol: 'UDP' }] }),
    named('b', { ...sized({ cpu: 0.2, memoryInGB: 1 }), ports: [{ port: 53 }] }),
  ];
  expect((await put(running, group({ containers }))).status).toBe(201);
});

test('the resources of a group beyond what a location has for one group are refused, unless a fault takes the limit away', async () => {
  const running = await startSandbox();
  const containers = [1, 2, 3, 4, 5].map((index) => named(`c-${index}`, sized({ cpu: 1, memoryInGB: 1 })));
  const refused = await put(running, group({ containers }));
  running.sandbox.faults.set({ kind: 'no-capacity-limit' });
  expect([failed(refused), (await put(running, group({ containers }))).status]).toEqual([
    [409, 'ServiceUnavailable'],
    201,
  ]);
  expect(refused.body.error.message).toContain("Resource requested: '5' CPU '5' GB memory 'Linux' OS");
});

test.each([
  ['Microsoft', undefined, [400, 'LocationRequired']],
  ['Microsoft', 'atlantis', [400, 'LocationNotAvailableForResourceType']],
  ['Microsoft', 'West Europe', [201, undefined]],
  ['Vendor', undefined, [201, undefined]],
] as const)('the location of a group in the namespace %s as %s: %j', async (namespace, location, outcome) => {
  const { send } = await startSandbox({ namespace });
  const path = pathOf('cg-new').replace('Vendor', namespace);
  const { status, body } = await send(path, { method: 'PUT', body: { ...group(), location } });
  expect([status, body.error?.code]).toEqual(outcome);
});

const progress = 'azure-asyncoperation';
const begun = async () => {
  const running = await startSandbox();
  return { running, address: (await put(running)).headers.get(progress) ?? '' };
};

test('Azure-AsyncOperation leads to the state of this request alone until it has ended', async () => {
  const { running, address } = await begun();
  const other = address.replace(/[0-9a-f-]{36}\?/, '00000000-0000-4000-8000-000000000000?');
  expect(failed(await running.get(other))).toEqual([404, 'OperationNotFound']);
  const open = await running.get(address);
  running.time.advance(5 * SECOND);
  const ended = await running.get(address);
  expect([open, ended].map(({ status, body }) => [status, Reflect.get(body, 'status')])).toEqual([
    [200, 'Pending'],
    [200, 'Succeeded'],
  ]);
  expect([open.headers.get('retry-after'), ended.headers.get('retry-after')]).toEqual(['1', null]);
  expect(stateOf(await running.get(pathOf('cg-new')))).toEqual(['Succeeded', 'Running']);
});

test('Azure-AsyncOperation is not named once there is nothing to wait for', async () => {
  const { running } = await begun();
  running.time.advance(5 * SECOND);
  const { status, headers } = await put(running);
  expect([status, headers.get(progress)]).toEqual([200, null]);
});

const many = (count: number) => Array.from({ length: count }, () => ({ ...container(), image: 'i' }));
const withPort = (port: number) => ({ containers: [container({ ports: [{ port }] })] });
test.each([
  ['properties.containers', 'The number of elements is less than 1', { containers: [] }],
  ['properties.containers', 'The number of elements is more than 60', { containers: many(61) }],
  ['properties.initContainers', 'The number of elements is more than 59', { initContainers: many(60) }],
  ['properties.containers[0].properties.ports[0].port', 'The value is more than 65535', withPort(65_536)],
  ['properties.containers[0].properties.ports[0].port', 'The value is no integer', withPort(1.5)],
  ['properties.volumes[0].name', 'The length is less than 1', { volumes: [{ name: '' }] }],
])('a body that is wrong at %s is refused with one sentence: %s', async (path, fault, change) => {
  const { message } = (await put(still, group(change))).body.error;
  expect(message).toContain(`could not be deserialized: '${fault}. Path '${path}'.'.`);
});
