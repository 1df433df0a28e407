import { createHash } from 'node:crypto';
import type { CallOptions, VendorClient } from '../../api/client.ts';
import { VendorError } from '../../api/errors/errors.ts';
import { type ContainerGroup, getContainerGroup } from '../../api/operations/container-groups.ts';
import { type Lines, linesOfGroup, linesOfSpec } from './group-lines.ts';
import type { GroupSpec } from './spec.ts';
import type { ChangedLine, DeployTerms, Standing } from './terms.ts';

/** Where a group is or will be. */
interface GroupAt {
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly group: string;
}

export const groupAt = ({ place, group }: Pick<DeployTerms, 'place' | 'group'>): GroupAt => ({
  subscriptionId: place.subscriptionId,
  resourceGroup: place.resourceGroup,
  group,
});

/** The group as it is now; undefined where there is none. @throws VendorError also for a resource group that is not there */
export const findGroup = async (
  vendor: VendorClient,
  { subscriptionId, resourceGroup, group }: GroupAt,
  options: CallOptions,
): Promise<ContainerGroup | undefined> => {
  const at = { subscriptionId, resourceGroupName: resourceGroup, containerGroupName: group };
  try {
    return await vendor.call(getContainerGroup, at, options);
  } catch (error) {
    if (error instanceof VendorError && error.status === 404 && !ABOVE.test(error.vendorCode)) return undefined;
    throw error;
  }
};

/** What is missing is the place, not the group. */
const ABOVE = /^(?:Subscription|ResourceGroup)NotFound$/i;

const NOTHING: Lines = new Map();

/** What will be other than it is; where nothing is, all of it is new and none of it a change. */
export const compare = (spec: GroupSpec, group: ContainerGroup | undefined): Standing => {
  const before = group ? linesOfGroup(group) : NOTHING;
  return {
    exists: group !== undefined,
    print: printOf(before),
    state: group?.instanceView?.state ?? group?.provisioningState ?? '',
    changes: group ? changesBetween(before, linesOfSpec(spec)) : [],
  };
};

/** Whether what stands is what was asked for, as far as the vendor shows it. */
export const isAsAsked = (spec: GroupSpec, group: ContainerGroup): boolean =>
  changesBetween(linesOfGroup(group), linesOfSpec(spec)).length === 0;

/** One text for the same settings, in whatever order they come. */
const printOf = (lines: Lines): string =>
  createHash('sha256')
    .update(JSON.stringify([...lines].sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');

export const standingPrint = (group: ContainerGroup | undefined): string =>
  printOf(group ? linesOfGroup(group) : NOTHING);

/** Where nothing is said the vendor keeps what it chose itself. */
const KEPT = 'location';

const changesBetween = (before: Lines, after: Lines): ChangedLine[] => {
  const ways = [...new Set([...after.keys(), ...before.keys()])].filter((way) => way !== KEPT || after.has(way));
  const lines = ways
    .map((path) => ({ path, from: before.get(path) ?? '', to: after.get(path) ?? '', anew: TAKEN_ANEW.test(path) }))
    .filter(({ from, to }) => from !== to);
  return together(lines, (path) => ways.filter((way) => way === path || way.startsWith(`${path}.`)).length);
};

/** What comes or goes whole, as a container does, is one line. @param sizeOf how many settings a thing has before and after */
const together = (lines: readonly ChangedLine[], sizeOf: (path: string) => number): ChangedLine[] => {
  const whole = new Map<string, ChangedLine[]>();
  for (const line of lines) {
    const thing = THING.exec(line.path)?.[0];
    const kind = line.from === '' ? 'new' : line.to === '' ? 'gone' : '';
    if (thing !== undefined && kind !== '')
      whole.set(`${kind} ${thing}`, [...(whole.get(`${kind} ${thing}`) ?? []), line]);
  }
  const joined = new Map<ChangedLine, ChangedLine | undefined>();
  for (const [key, parts] of whole) {
    const path = key.replace(/^\w+ /, '');
    if (parts.length < 2 || parts.length < sizeOf(path)) continue;
    const [first = { path, from: '', to: '', anew: false }, ...rest] = parts;
    const said = parts.find((line) => line.path === [path, 'image'].join('.')) ?? first;
    joined.set(first, { path, from: said.from, to: said.to, anew: parts.some(({ anew }) => anew) });
    for (const part of rest) joined.set(part, undefined);
  }
  return lines.flatMap((line) => (joined.has(line) ? (joined.get(line) ?? []) : [line]));
};

const THING = /^(?:containers|initContainers|volumes|extensions)\.[^.]+/;

/** What the public service changes by deleting a group and creating it again, and in no other way. */
const TAKEN_ANEW =
  /^(?:osType|restartPolicy|location|zones|subnetIds|priority|sku|ipAddress\.type)$|^containers\.[^.]+\.resources\../;
