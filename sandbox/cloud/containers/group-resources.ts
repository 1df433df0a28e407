import { Refusal } from '../refusal.ts';
import { type GroupBody, refused } from './group-body.ts';
import { PLACE } from './group-update.ts';

/** What one group gets at most where the service has room, in CPUs and GB. */
const MOST = { cpu: 4, memoryInGB: 16 } as const;
const AMOUNTS = ['cpu', 'memoryInGB'] as const;
const NAMES = { cpu: 'Cpu', memoryInGB: 'MemoryInGB' } as const;

type Containers = GroupBody['properties']['containers'];

const total = (containers: Containers, amount: (typeof AMOUNTS)[number]): number => {
  const sum = containers.reduce((all, { properties }) => all + (properties.resources?.requests?.[amount] ?? 0), 0);
  return Math.round(sum * 1_000) / 1_000;
};

/** Requests and limits of containers, and their ports, which share one address. @throws Refusal in the public service's words */
export const checkResources = (name: string, { properties: { containers } }: GroupBody): void => {
  for (const container of containers) checkLimits(name, container, containers);
  const used = new Set<string>();
  for (const { properties } of containers) {
    const own = new Set((properties.ports ?? []).map(({ port, protocol = 'TCP' }) => `${port}/${protocol}`));
    const shared = [...own].find((port) => used.has(port));
    if (shared !== undefined) {
      const message = `The port '${shared}' of container group '${name}' is used by more than one container.`;
      throw refused('InvalidContainerPorts', message, 'containers.ports');
    }
    for (const port of own) used.add(port);
  }
};

const checkLimits = (group: string, { name, properties: { resources } }: Containers[number], all: Containers): void => {
  for (const amount of AMOUNTS) {
    const [request = 0, limit] = [resources?.requests?.[amount], resources?.limits?.[amount]];
    if (limit === undefined) continue;
    if (limit < request) {
      const message = `The resource requirement in container '${name}' of contain group '${group}' is invalid. The '${NAMES[amount]}' limit value must be greater than or equal to the request value.`;
      throw refused('ResourceLimitsLessThanRequests', message, name);
    }
    if (limit <= total(all, amount)) continue;
    const message = `The '${NAMES[amount]}' limit '${limit}' in container '${name}' is greater than the total request '${total(all, amount)}' of container group '${group}'.`;
    throw refused('ContainerLimitGreaterThanContainerGroupTotalRequest', message, name);
  }
};

/** @throws Refusal 409 for more than a location has for one group */
export const checkCapacity = ({ location = PLACE, properties: { containers, osType } }: GroupBody): void => {
  const [cpu, memory] = [total(containers, 'cpu'), total(containers, 'memoryInGB')];
  if (cpu <= MOST.cpu && memory <= MOST.memoryInGB) return;
  const message = `The requested resource is not available in the location '${location}' at this moment. Please retry with a different resource request or in another location. Resource requested: '${cpu}' CPU '${memory}' GB memory '${osType}' OS`;
  throw new Refusal(409, 'ServiceUnavailable', message);
};
