import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '../refusal.ts';
import { type GroupBody, refused } from './group-body.ts';

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
  if (isDeepStrictEqual(plain(fixed(before)), plain(fixed(after)))) return;
  const message = `The updates on container group '${name}' are invalid. If you are going to update the os type, restart policy, network profile, CPU, memory or GPU resources for a container group, you must delete it first and then create a new one.`;
  throw refused('InvalidContainerGroupUpdate', message, name);
};

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
