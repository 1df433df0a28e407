import { isDeepStrictEqual } from 'node:util';
import { type Namespace, Refusal } from '../operation.ts';
import { GatewayRefusal } from '../web/gateway-refusals.ts';
import { type GroupBody, refused } from './group-body.ts';

/** Where the public service has container groups, as its own refusal lists them. */
const REGIONS =
  'westcentralus,westus,eastus,westeurope,westus2,northeurope,southeastasia,eastus2,centralus,australiaeast,uksouth,southcentralus,centralindia,brazilsouth,southindia,northcentralus,eastasia,canadacentral,japaneast,koreacentral'.split(
    ',',
  );

/** `West Europe` is `westeurope`. */
const plain = (location: string): string => location.replaceAll(' ', '').toLowerCase();

/** The public service needs a location that it has; the document leaves it open (docs/sources.md, Container groups). @throws GatewayRefusal */
export const checkLocation = (namespace: Namespace, { location }: GroupBody): void => {
  if (namespace !== 'Microsoft') return;
  if (location === undefined)
    throw new GatewayRefusal(400, 'LocationRequired', 'The location property is required for this definition.');
  if (REGIONS.includes(plain(location))) return;
  const message = `The provided location '${location}' is not available for resource type '${namespace}.ContainerInstance/containerGroups'. List of available regions for the resource type is '${REGIONS.join(',')}'.`;
  throw new GatewayRefusal(400, 'LocationNotAvailableForResourceType', message);
};

const NAME = /^(?=.{1,63}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const NAME_RULE =
  'It can contain only lowercase letters, numbers and single hyphens between them, and is at most 63 characters long.';
const LABEL = /^[a-z][a-z0-9-]{3,61}[a-z0-9]$/;
const LABEL_RULE =
  'It can contain only lowercase letters, numbers and hyphens. The first character must be a letter. The last character must be a letter or number. The value must be between 5 and 63 characters long.';

/** @throws Refusal for a name that the public service does not take */
export const checkNames = (
  name: string,
  { properties: { containers, initContainers = [], ipAddress: address } }: GroupBody,
) => {
  if (!NAME.test(name))
    throw refused('InvalidContainerGroupName', `The container group name '${name}' is invalid. ${NAME_RULE}`, 'name');
  const wrong = [...containers, ...initContainers].find((one) => !NAME.test(one.name));
  if (wrong)
    throw refused('InvalidContainerName', `The container name '${wrong.name}' is invalid. ${NAME_RULE}`, 'containers');
  const label = address?.dnsNameLabel;
  if (label === undefined || LABEL.test(label)) return;
  const message = `The DNS name label '${label}' in container group '${name}' is invalid. ${LABEL_RULE}`;
  throw refused('InvalidDnsNameLabel', message, 'ipAddress.dnsNameLabel');
};

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

/** Where a group is whose request names no place. */
export const PLACE = 'westeurope';

/** What the public service changes only by deleting a group and creating it anew. */
const fixed = ({ zones, properties }: GroupBody): unknown => ({
  zones,
  osType: properties.osType,
  restartPolicy: properties.restartPolicy ?? 'Always',
  subnets: properties.subnetIds,
  logs: properties.diagnostics,
  resources: Object.fromEntries(properties.containers.map(({ name, properties: { resources } }) => [name, resources])),
});

/** @throws Refusal for an update that needs a deletion first */
export const checkUpdate = (name: string, before: GroupBody, after: GroupBody): void => {
  const { location = PLACE } = before;
  if ((after.location ?? location).toLowerCase() !== location.toLowerCase()) {
    const message = `The resource '${name}' already exists in location '${location}'. A resource with the same name cannot be created in location '${after.location}'. Please select a new resource name.`;
    throw new Refusal(409, 'InvalidResourceLocation', message);
  }
  // As they are stored and sent, without absent fields.
  if (isDeepStrictEqual(withoutAbsent(fixed(before)), withoutAbsent(fixed(after)))) return;
  const message = `The updates on container group '${name}' are invalid. If you are going to update the os type, restart policy, network profile, CPU, memory or GPU resources for a container group, you must delete it first and then create a new one.`;
  throw refused('InvalidContainerGroupUpdate', message, name);
};

const withoutAbsent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
