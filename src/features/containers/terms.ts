import { z } from 'zod';
import { VendorError } from '../../api/errors/errors.ts';
import type { ContainerGroupRequest } from '../../api/operations/container-groups-request.ts';
import type { SecretReference, SecretSource } from '../../api/services/secrets.ts';

/** What a container group is to be, in the client's words; in the place of each secret stands a reference. */
export type GroupSpec = Omit<ContainerGroupRequest, 'subscriptionId' | 'resourceGroupName' | 'containerGroupName'>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const isReference = (value: unknown): value is SecretReference =>
  isObject(value) && typeof value['secretRef'] === 'string' && typeof value['digest'] === 'string';

/** The same with something else in the place of every reference. */
const changeReferences = (value: unknown, change: (reference: SecretReference) => unknown): unknown => {
  if (isReference(value)) return change(value);
  if (Array.isArray(value)) return value.map((item) => changeReferences(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, changeReferences(field, change)]));
};

/** Names of the secrets that it takes, each once. */
export const secretsOf = (spec: GroupSpec): readonly string[] => {
  const names = new Set<string>();
  changeReferences(spec, (reference) => {
    names.add(reference.secretRef);
    return reference;
  });
  return [...names];
};

/** Where each secret goes, by the ways that `group-lines` has, and what it is called. */
export const referencesIn = (value: unknown, path = ''): readonly (readonly [path: string, name: string])[] => {
  if (isReference(value)) return [[path.replace(/\.secureValue$/, ''), value.secretRef]];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([step, field]) => {
    const named = Array.isArray(value) && isObject(field) ? (field['name'] ?? field['server'] ?? step) : step;
    return referencesIn(field, path === '' ? String(named) : `${path}.${String(named)}`);
  });
};

/**
 * What keeps one of its secrets from being used, as the text `containers.problem.<it>` says: it is in no place where
 * secrets are kept, or cannot be read there. Only those are looked for that the policy lets it have.
 */
export const secretProblem = async (
  spec: GroupSpec,
  allowed: readonly string[],
  source: SecretSource,
): Promise<'noSecret' | 'unreadableSecret' | undefined> => {
  try {
    const found = await Promise.all(
      secretsOf(spec)
        .filter((name) => allowed.includes(name))
        .map(source),
    );
    return found.includes(undefined) ? 'noSecret' : undefined;
  } catch (error) {
    if (error instanceof VendorError) return 'unreadableSecret';
    throw error;
  }
};

/** The same with the digest of each secret as it is now, by which one that is changed before it is sent is noticed. */
export const withDigests = (spec: GroupSpec, digests: ReadonlyMap<string, string>): GroupSpec =>
  changeReferences(spec, (reference) => ({
    ...reference,
    digest: digests.get(reference.secretRef) ?? '',
  })) as GroupSpec;

export const DEPLOY = 'containers.deploy';

/** What rules may say: nothing of it, what no name of the policy covers, several at once. */
export const NONE = 'none';
export const OTHER = 'other';
export const SEVERAL = 'several';
export const YES = 'yes';
export const NO = 'no';

/** A line that is not as it was; empty is not there. `anew`: the vendor takes it for a new group only, as a rule. */
const line = z.object({ path: z.string(), from: z.string(), to: z.string(), anew: z.boolean() });
export type ChangedLine = z.infer<typeof line>;

/** What was there when somebody asked: all that people approved rests on it. */
const currentState = z.object({
  exists: z.boolean(),
  /** Of its settings, to notice when they are others by the time it is sent. */
  print: z.string(),
  /** In the vendor's words; empty where it says none. */
  state: z.string(),
  changes: z.array(line),
});
export type CurrentState = z.infer<typeof currentState>;

export const deployTerms = z.object({
  place: z.object({
    key: z.string(),
    title: z.string(),
    subscriptionId: z.string(),
    resourceGroup: z.string(),
  }),
  /** The group's own name. */
  group: z.string(),
  spec: z.custom<GroupSpec>((value) => typeof value === 'object' && value !== null),
  /** The policy's key for where all images come from. */
  images: z.string(),
  /** Rows hold it under this name. */
  standing: currentState,
  reason: z.string(),
});
export type DeployTerms = z.infer<typeof deployTerms>;

/** What can be pressed on cards of container groups. */
export const containerVerbs = {
  show: 'containers.show',
  list: 'containers.list',
  change: 'containers.change',
  details: 'containers.everything',
  back: 'containers.back',
  current: 'containers.now',
} as const;
