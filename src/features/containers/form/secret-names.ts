import type { ContainerGroup } from '#cloud/operations/container-groups.ts';
import { SECRET_NAME } from '#cloud/services/secrets.ts';
import { normalise } from '#platform/lib/text.ts';
import { documentOf, type SecretSlots } from '../document/documents.ts';
import type { KnownGroup } from '../group-lookup.ts';
import { DEPLOY, deployTerms, referencesIn } from '../terms.ts';
import type { DeployFormContext } from './context.ts';

/** A value that the vendor does not return: a change of the group names its secret once more. */
export interface HiddenValue {
  /** As in `referencesIn`. */
  readonly path: string;
  /** Several secrets are below the path, by names that the vendor does not return either. */
  readonly several: boolean;
}

/** The hidden values of a group. */
export const hiddenValuesOf = (group: ContainerGroup): readonly HiddenValue[] => {
  const found: HiddenValue[] = [];
  documentOf(group, {
    one(path) {
      found.push({ path, several: false });
      return '';
    },
    many(path) {
      found.push({ path, several: true });
      return {};
    },
  });
  return found;
};

/** The names of secrets by their paths. */
export type SecretNames = ReadonlyMap<string, string>;

export const slotsOf = (names: SecretNames): SecretSlots => ({
  one: (path) => names.get(path) ?? '',
  many: (path) =>
    Object.fromEntries(
      [...names].flatMap(([at, name]) => (at.startsWith(`${path}.`) ? [[at.slice(path.length + 1), name]] : [])),
    ),
});

export const isNamed = (names: SecretNames, { path, several }: HiddenValue): boolean =>
  several ? [...names.keys()].some((at) => at.startsWith(`${path}.`)) : names.has(path);

/** The most deployments that are searched. */
const MOST = 200;

/** The names in the group's last deployment with Steward. */
export const lastNames = async (
  { changes }: Pick<DeployFormContext, 'changes'>,
  { place, group }: KnownGroup,
): Promise<SecretNames> => {
  for (const { terms } of await changes.list({ kinds: [DEPLOY], states: ['done'] }, MOST)) {
    const last = deployTerms.safeParse(terms).data;
    if (last?.place.key === place.key && last.group === group) return new Map(referencesIn(last.spec));
  }
  return new Map();
};

/** The secret whose name is the hidden value's own, as `ledger-db-password` for LEDGER_DB_PASSWORD. */
export const namesake = ({ path }: HiddenValue, secrets: readonly string[]): string | undefined => {
  const own = /(?<=\.environmentVariables\.).+$/.exec(path)?.[0] ?? '';
  return secrets.find((name) => normalise(name) === normalise(own));
};

/** `tls.pem=ledger-tls`, one per line; undefined for anything else. */
export const parseNames = (text: string): ReadonlyMap<string, string> | undefined => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const pairs = lines.map((line) => /^([\w.-]{1,128})\s*=\s*(?:secret:\s*)?(\S+)$/.exec(line));
  const names = new Map(pairs.flatMap((pair) => (pair?.[1] && pair[2] ? [[pair[1], pair[2]] as const] : [])));
  return names.size === lines.length && [...names.values()].every((name) => SECRET_NAME.test(name)) ? names : undefined;
};
