import { ledger, type Reply, type Running } from './support.ts';

export const pathOf = (name: string, group = ledger): string =>
  `${group}/providers/Vendor.ContainerInstance/containerGroups/${name}?api-version=2023-05-01`;

export const container = (change: object = {}): object => ({
  name: 'one',
  properties: { image: 'registry.example/one:1', resources: { requests: { cpu: 1, memoryInGB: 1.5 } }, ...change },
});
export const group = (change: object = {}): object => ({
  location: 'westeurope',
  properties: { osType: 'Linux', containers: [container()], ...change },
});
export const put = ({ send }: Running, body: unknown = group(), name = 'cg-new'): Promise<Reply> =>
  send(pathOf(name), { method: 'PUT', body });
export const stateOf = ({ body }: Reply): unknown => [
  body.properties['provisioningState'],
  (body.properties['instanceView'] as { state: string }).state,
];
