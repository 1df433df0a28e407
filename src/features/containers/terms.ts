import { z } from 'zod';
import { VendorError } from '#cloud/errors/errors.ts';
import type { ContainerGroupRequest } from '#cloud/operations/container-groups-request.ts';
import type { SecretReference, SecretSource } from '#cloud/services/secrets.ts';

/** The requested container group, in the client's fields, with a reference for each secret. */
export type GroupSpec = Omit<ContainerGroupRequest, 'subscriptionId' | 'resourceGroupName' | 'containerGroupName'>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const isReference = (value: unknown): value is SecretReference =>
  isObject(value) && typeof value['secretRef'] === 'string' && typeof value['digest'] === 'string';

/** The value with each reference replaced. */
const changeReferences = (value: unknown, change: (reference: SecretReference) => unknown): unknown => {
  if (isReference(value)) return change(value);
  if (Array.isArray(value)) return value.map((item) => changeReferences(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, changeReferences(field, change)]));
};

/** The names of its secrets, each once. */
export const secretsOf = (spec: GroupSpec): readonly string[] => {
  const names = new Set<string>();
  changeReferences(spec, (reference) => {
    names.add(reference.secretRef);
    return reference;
  });
  return [...names];
};

/** The path (as in `group-lines`) and name of each secret. */
export const referencesIn = (value: unknown, path = ''): readonly (readonly [path: string, name: string])[] => {
  if (isReference(value)) return [[path.replace(/\.secureValue$/, ''), value.secretRef]];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([step, field]) => {
    const named = Array.isArray(value) && isObject(field) ? (field['name'] ?? field['server'] ?? step) : step;
    return referencesIn(field, path === '' ? String(named) : `${path}.${String(named)}`);
  });
};

/**
 * Why one of its secrets cannot be used, by the text `containers.problem.<result>`: it does not exist, or cannot be read.
 * Only secrets that the policy allows are looked up.
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

/** The spec with the current digest of each secret, so that a secret that changes before sending is noticed. */
export const withDigests = (spec: GroupSpec, digests: ReadonlyMap<string, string>): GroupSpec =>
  changeReferences(spec, (reference) => ({
    ...reference,
    digest: digests.get(reference.secretRef) ?? '',
  })) as GroupSpec;

export const DEPLOY = 'containers.deploy';

/** Values of rules: none, anything without a name in the policy, several. */
export const NONE = 'none';
export const OTHER = 'other';
export const SEVERAL = 'several';
export const YES = 'yes';
export const NO = 'no';

/** A changed line; an empty side is absent. `anew`: the vendor usually accepts it for a new group only. */
const line = z.object({ path: z.string(), from: z.string(), to: z.string(), anew: z.boolean() });
export type ChangedLine = z.infer<typeof line>;

/** The state at the time of the request, on which approvals are based. */
const currentState = z.object({
  exists: z.boolean(),
  /** Fingerprint of its settings, to notice changes before sending. */
  print: z.string(),
  /** In the vendor's words; empty where it reports none. */
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
  /** The policy's key for the source of all images. */
  images: z.string(),
  /** The name in stored rows. */
  standing: currentState,
  reason: z.string(),
});
export type DeployTerms = z.infer<typeof deployTerms>;

/** The verbs of buttons on cards of container groups. */
export const containerVerbs = {
  show: 'containers.show',
  list: 'containers.list',
  change: 'containers.change',
  image: 'containers.image',
  details: 'containers.everything',
  back: 'containers.back',
  current: 'containers.now',
} as const;
