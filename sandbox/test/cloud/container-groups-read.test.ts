import { cloud } from '../../world.ts';
import { pathOf, stateOf } from './container-groups-support.ts';
import { ledger, production, type Running, startSandbox, stopAll } from './support.ts';

/** For tests that change nothing. */
let still: Running;

beforeAll(async () => {
  still = await startSandbox();
});
afterAll(stopAll);

const gateway = `${production}/resourceGroups/${cloud.resourceGroups.gateway}`;

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
  ])('shows %s of the demo data', async (name, place, provisioned, view) => {
    const { get } = still;
    expect(stateOf(await get(pathOf(name, place)))).toEqual([provisioned, view]);
  });

  test('shows the reason of a failed provisioning', async () => {
    const { body } = await still.get(pathOf('cg-ledger-migration'));
    const { events } = body.properties['instanceView'] as { events: Record<string, unknown>[] };
    expect(events.find(({ type }) => type === 'Warning')).toMatchObject({
      name: 'Failed',
      count: 5,
      message: expect.stringContaining('Failed to pull image'),
    });
  });

  test('shows the exit code of a container that has ended', async () => {
    const { body } = await still.get(pathOf('cg-ledger-nightly'));
    const [one] = body.properties['containers'] as { properties: { instanceView: unknown } }[];
    expect(one?.properties.instanceView).toMatchObject({ currentState: { state: 'Terminated', exitCode: 0 } });
  });
});

test('a container group has the names of the Microsoft namespace', async () => {
  const { send } = await startSandbox({ namespace: 'Microsoft' });
  const path = pathOf('cg-ledger-api').replace('Vendor.', 'Microsoft.');
  expect((await send(path)).body).toMatchObject({
    id: expect.stringContaining('/providers/Microsoft.ContainerInstance/'),
    type: 'Microsoft.ContainerInstance/containerGroups',
  });
});
