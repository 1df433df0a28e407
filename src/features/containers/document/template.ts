import { isMapping } from '#policy/file/yaml-source.ts';
import type { Fault, Path } from './problems.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The group within what a tool wrote around it. */
interface Unwrapped {
  readonly group: Fields;
  /** Where it stands in the text. */
  readonly at: Path;
  /** The rest of a template. */
  readonly leftOut: readonly Path[];
  /** Expressions without a known value. */
  readonly faults: readonly Fault[];
}

/** The type of a container group, in either namespace. */
export const GROUP_TYPE = /^(?:vendor|microsoft)\.containerinstance\/containergroups$/i;

/**
 * Takes the only group out of a template of the Resource Manager, with the default values of its parameters, and out of a
 * list of one.
 */
export const unwrap = (data: unknown): Unwrapped | Fault => {
  if (Array.isArray(data)) return onlyOne(data.map((group: unknown, index) => [[index], group]));
  if (!isMapping(data)) return { path: [], rule: 'nothing', values: {} };
  if ('properties' in data || 'containers' in data) return { group: data, at: [], leftOut: [], faults: [] };
  if (Array.isArray(data['value']))
    return onlyOne(data['value'].map((group: unknown, index) => [['value', index], group]));
  const resources = data['resources'];
  if (!Array.isArray(resources) && !isMapping(resources)) return { group: data, at: [], leftOut: [], faults: [] };
  const listed = Object.entries(resources).map(([key, one]: [string, unknown]): readonly [Path, unknown] => [
    ['resources', Array.isArray(resources) ? Number(key) : key],
    one,
  ]);
  const isGroup = ([, one]: readonly [Path, unknown]) => isMapping(one) && GROUP_TYPE.test(String(one['type']));
  const found = onlyOne(listed.filter(isGroup));
  if (!('group' in found)) return found;
  const others = Object.keys(data).filter((key) => !/^(?:resources|parameters|variables)$/.test(key));
  const filled = fill(found.group, data, found.at);
  return {
    ...filled,
    at: found.at,
    leftOut: [
      ...others.map((key) => [key]),
      ...listed.filter((one) => !isGroup(one)).map(([at]) => at),
      ...filled.leftOut,
    ],
  };
};

const onlyOne = (groups: readonly (readonly [Path, unknown])[]): Unwrapped | Fault => {
  const [[at, group] = [[], undefined], ...others] = groups;
  if (others.length > 0) return { path: others[0]?.[0] ?? [], rule: 'severalGroups', values: {} };
  return isMapping(group) ? { group, at, leftOut: [], faults: [] } : { path: [], rule: 'nothing', values: {} };
};

/** A name in a template's parameters or variables, also as a number. */
const REFERENCE = /^(?:(?:int|float|string)\(\s*)?(parameters|variables)\(\s*'([^']+)'\s*\)\s*\)?$/i;
/** Where the group goes, which the place says. */
const OWN_LOCATION = /^resourceGroup\(\)\.location$/i;
/** Values may refer to each other, but not for ever. */
const MOST_STEPS = 8;

const fill = (group: Fields, template: Fields, at: Path): Omit<Unwrapped, 'at'> => {
  const faults: Fault[] = [];
  const leftOut: Path[] = [];
  const valueAt = (value: unknown, path: Path, steps = MOST_STEPS): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown, index) => valueAt(item, [...path, index]));
    if (isMapping(value)) {
      return Object.fromEntries(
        // What orders the resources of a template is left out, so that its expressions do not matter.
        Object.entries(value).map(([key, field]) => [
          key,
          key === 'dependsOn' ? field : valueAt(field, [...path, key]),
        ]),
      );
    }
    if (typeof value !== 'string' || !/^\[.*\]$/s.test(value)) return value;
    if (value.startsWith('[[')) return value.slice(1);
    const expression = value.slice(1, -1).trim();
    const isOwnName = path.length === at.length + 1 && path.at(-1) === 'name';
    if (OWN_LOCATION.test(expression)) {
      leftOut.push(path);
      return null;
    }
    const [, list = '', name = ''] = REFERENCE.exec(expression) ?? [];
    const named = entryOf(entryOf(template, list), name);
    const told = /^p/i.test(list) ? entryOf(named, 'defaultValue') : named;
    if (told !== undefined && steps > 0) return valueAt(told, path, steps - 1);
    // The form asks for the group's name.
    if (isOwnName) leftOut.push(path);
    else faults.push({ path, rule: 'expression', values: {} });
    return isOwnName ? null : value;
  };
  return { group: valueAt(group, at) as Fields, leftOut, faults };
};

/** Names in templates are the same in any case. */
const entryOf = (fields: unknown, name: string): unknown =>
  isMapping(fields) ? Object.entries(fields).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] : undefined;
