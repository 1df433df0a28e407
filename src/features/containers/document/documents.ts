import { join } from 'node:path';
import type { ContainerGroup } from '#cloud/operations/container-groups.ts';
import { createBoundedWorker } from '#platform/lib/bounded-worker.ts';
import { SECOND } from '#platform/lib/clock.ts';
import type { GroupSpec } from '../terms.ts';
import { type OwnFields, readRespelled } from './read-document.ts';
import { isSecretName } from './redaction.ts';
import { respell } from './respell.ts';
import { type GroupDocument, groupDocument } from './schema.ts';
import type { DocumentFunctions } from './worker.ts';

const thread = createBoundedWorker<DocumentFunctions>(join(import.meta.dirname, 'worker.ts'), {
  cpuMs: 2 * SECOND,
  heapMb: 128,
});

/** Parses documents in a thread of its own, so that none blocks others. Each throws TooHeavy for one that takes too much. */
export const documents = {
  redactSecrets: (typed: string) => thread.call('redactSecrets', typed),
  read: (text: string, own: OwnFields = {}) => thread.call('readDocument', text, own),
  linesOf: (text: string, paths: Parameters<DocumentFunctions['linesOf']>[1]) => thread.call('linesOf', text, paths),
};

/** The document without its `properties` levels. */
export const toSpec = ({ apiVersion: _a, type: _t, name: _n, identity, ...document }: GroupDocument): GroupSpec => {
  const { properties, location, tags, zones, ...beside } = document;
  const { containers, initContainers, extensions, ...group } = properties;
  // Parsed documents have no undefined fields: a field absent from the text is absent here.
  return {
    ...Object.fromEntries(Object.entries({ location, tags, zones }).filter(([, value]) => value !== undefined)),
    ...extraFields(beside),
    ...(identity ? { identity: toIdentity(identity) } : {}),
    ...group,
    containers: containers.map(flat),
    ...(initContainers ? { initContainers: initContainers.map(flat) } : {}),
    ...(extensions ? { extensions: extensions.map(flat) } : {}),
  } as GroupSpec;
};

const flat = <P extends object>({
  name,
  properties,
  ...beside
}: {
  readonly name: string;
  readonly properties: P;
}) => ({
  name,
  ...properties,
  ...extraFields(beside),
});

/** What the group has beside `properties`, in no document. */
const extraFields = (beside: object) => (Object.keys(beside).length > 0 ? { beside } : {});

const toIdentity = ({ userAssignedIdentities, ...identity }: NonNullable<GroupDocument['identity']>) => ({
  ...identity,
  ...(userAssignedIdentities ? { userAssignedIdentities: Object.keys(userAssignedIdentities) } : {}),
});

type Container = ContainerGroup['containers'][number];
type Variable = NonNullable<Container['environmentVariables']>[number];

/** The vendor never returns its value, or it must not be shown. */
export const isHidden = ({ name, value }: Variable): boolean => value === undefined || isSecretName(name);

/** What stands for the secrets, which the vendor does not return; each path is one of `referencesIn`. */
export interface SecretSlots {
  /** The secret's name in SECRETS_DIR; empty where nobody has named it yet. */
  one(path: string): string;
  /** The secrets below a path, by their own names, which the vendor does not return either. */
  many(path: string): Readonly<Record<string, string>>;
}

/** Each secret without a name, so that the document asks for it. */
const UNNAMED: SecretSlots = { one: () => '', many: () => ({ name: '' }) };

/** A running group as an editable document, with a reference for each secret. */
export const documentOf = (group: ContainerGroup, slots: SecretSlots = UNNAMED): string =>
  JSON.stringify(fieldsOf(group, slots), null, 1);

/** The same, read again: its own document with a slot for each secret, and its settings that the schema does not know. */
export const readOwn = (group: ContainerGroup, slots: SecretSlots = ANY_SECRETS) => {
  const respelled = respell(groupDocument, JSON.parse(documentOf(group, slots)));
  const own: OwnFields = Object.fromEntries(respelled.strangers.map(({ key, value }) => [key, value]));
  return { own, document: readRespelled(respelled, own).document, known: groupDocument.safeParse(respelled.data).data };
};

/** Hold the places of secrets, so that everything else can be read. */
const ANY_SECRETS: SecretSlots = { one: () => 'any', many: () => ({ any: 'any' }) };

const fieldsOf = (group: ContainerGroup, slots: SecretSlots): object => {
  const { id: _id, name, type: _type, location, identity, tags, zones, beside, ...rest } = group;
  const { provisioningState: _state, instanceView: _view, ...settings } = rest;
  const { diagnostics, imageRegistryCredentials, volumes, containers, initContainers, extensions, ipAddress } =
    settings;
  const secret = (...path: readonly string[]) => ({ secretRef: slots.one(path.join('.')) });
  const secrets = (...path: readonly string[]) =>
    Object.fromEntries(Object.entries(slots.many(path.join('.'))).map(([own, secretRef]) => [own, { secretRef }]));
  const containerIn =
    (list: string) =>
    ({ name: own, instanceView: _own, environmentVariables, beside: around, ...properties }: Partial<Container>) => ({
      ...around,
      name: own,
      properties: {
        ...properties,
        environmentVariables: environmentVariables?.map((variable) =>
          isHidden(variable)
            ? {
                ...variable,
                value: undefined,
                secureValue: secret(list, own ?? '', 'environmentVariables', variable.name),
              }
            : variable,
        ),
      },
    });
  return {
    ...beside,
    name,
    location,
    identity: identity && {
      ...identity,
      principalId: undefined,
      tenantId: undefined,
      userAssignedIdentities:
        identity.userAssignedIdentities &&
        Object.fromEntries(Object.keys(identity.userAssignedIdentities).map((id) => [id, {}])),
    },
    tags,
    zones,
    properties: {
      ...settings,
      containers: containers.map(containerIn('containers')),
      initContainers: initContainers?.map(containerIn('initContainers')),
      extensions: extensions?.map(({ name: own, beside: around, ...properties }) => ({
        ...around,
        name: own,
        properties: { ...properties, protectedSettings: secrets('extensions', own, 'protectedSettings') },
      })),
      diagnostics: diagnostics?.logAnalytics && {
        ...diagnostics,
        logAnalytics: {
          ...diagnostics.logAnalytics,
          workspaceKey: secret('diagnostics', 'logAnalytics', 'workspaceKey'),
        },
      },
      imageRegistryCredentials: imageRegistryCredentials?.map((one) =>
        one.username === undefined
          ? one
          : { ...one, password: secret('imageRegistryCredentials', one.server ?? '', 'password') },
      ),
      ipAddress: ipAddress && { ...ipAddress, ip: undefined, fqdn: undefined },
      volumes: volumes?.map((volume) => ({
        ...volume,
        ...(volume.secret ? { secret: secrets('volumes', volume.name, 'secret') } : {}),
        ...(volume.azureFile
          ? {
              azureFile: {
                ...volume.azureFile,
                storageAccountKey: secret('volumes', volume.name, 'azureFile', 'storageAccountKey'),
              },
            }
          : {}),
      })),
    },
  };
};
