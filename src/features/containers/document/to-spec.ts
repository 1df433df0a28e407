import type { GroupSpec } from '../spec.ts';
import type { GroupDocument } from './schema.ts';

/** The document without its `properties` levels. */
export const toSpec = ({ apiVersion: _a, type: _t, name: _n, identity, ...document }: GroupDocument): GroupSpec => {
  const { properties, ...rest } = document;
  const { containers, initContainers, extensions, ...group } = properties;
  // What was read has no field that is undefined: what is absent in the text is absent here.
  return {
    ...rest,
    ...(identity ? { identity: toIdentity(identity) } : {}),
    ...group,
    containers: containers.map(flat),
    ...(initContainers ? { initContainers: initContainers.map(flat) } : {}),
    ...(extensions ? { extensions: extensions.map(flat) } : {}),
  } as GroupSpec;
};

const flat = <P extends object>({ name, properties }: { readonly name: string; readonly properties: P }) => ({
  name,
  ...properties,
});

const toIdentity = ({ type, userAssignedIdentities }: NonNullable<GroupDocument['identity']>) => ({
  type,
  ...(userAssignedIdentities ? { userAssignedIdentities: Object.keys(userAssignedIdentities) } : {}),
});
