import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CallOptions, VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { type ContainerGroup, getContainerGroup } from '#cloud/operations/container-groups.ts';
import { cut, oneLine } from '#platform/lib/text.ts';
import { readOwn, toSpec } from './document/documents.ts';
import { redactText } from './document/redaction.ts';
import { type Lines, linesOfGroup, linesOfSpec } from './group-lines.ts';
import type { ChangedLine, CurrentState, DeployTerms, GroupSpec } from './terms.ts';

const event = z.object({ name: z.string(), message: z.string(), type: z.string(), count: z.number(), at: z.string() });
export type GroupEvent = z.infer<typeof event>;

/** The vendor's last report on a group. */
const observedState = z.object({
  provisioningState: z.string().optional(),
  state: z.string().optional(),
  ip: z.string().optional(),
  fqdn: z.string().optional(),
  events: z.array(event).optional(),
  /** The link for the next read. */
  tracking: z.string().optional(),
  /** Whether the requested settings were already there before sending, as far as the vendor shows. */
  sameBefore: z.boolean().optional(),
});
export type ObservedState = z.infer<typeof observedState>;

/** @param stored of a change; nothing before the first read */
export const readObservedState = (stored: unknown): ObservedState => observedState.safeParse(stored).data ?? {};

/** The events stored with a change. */
const MOST_EVENTS = 6;
const LONGEST_MESSAGE = 200;

/** Present fields only, so that equal states give equal JSON. */
export const observedStateOf = (group: ContainerGroup | undefined): ObservedState => {
  if (!group) return {};
  const { provisioningState, instanceView, ipAddress } = group;
  const fields = { provisioningState, state: instanceView?.state, ip: ipAddress?.ip, fqdn: ipAddress?.fqdn };
  const events = eventsOf(group).slice(0, MOST_EVENTS);
  return {
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as ObservedState),
    ...(events.length > 0 ? { events } : {}),
  };
};

/**
 * The events of the group and its containers, newest first; the vendor lists the oldest first. What the group repeats of
 * its containers is left out; two containers that started at the same moment are two events.
 */
export const eventsOf = ({ instanceView, containers }: ContainerGroup): readonly GroupEvent[] => {
  const ofContainers = containers.flatMap((one) => (one.instanceView?.events ?? []).map(toEvent));
  const known = new Set(ofContainers.map((event) => JSON.stringify(event)));
  const ofGroup = (instanceView?.events ?? []).map(toEvent).filter((event) => !known.has(JSON.stringify(event)));
  return [...ofGroup, ...ofContainers].reverse().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
};

const toEvent = ({ name = '', message = '', type = '', count = 1, lastTimestamp, firstTimestamp }: VendorEvent) => ({
  name: oneLine(name, 60),
  message: cut(redactText(oneLine(message, 1_000)), LONGEST_MESSAGE),
  type,
  count,
  at: lastTimestamp ?? firstTimestamp ?? '',
});

type VendorEvent = NonNullable<NonNullable<ContainerGroup['instanceView']>['events']>[number];

/** The address of a group at the vendor. */
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

/** The current group; undefined where there is none. @throws VendorError also for a missing resource group */
export const findGroup = async (
  vendor: VendorClient,
  { subscriptionId, resourceGroup, group }: GroupAt,
  options: CallOptions,
): Promise<ContainerGroup | undefined> => {
  const at = { subscriptionId, resourceGroupName: resourceGroup, containerGroupName: group };
  try {
    return await vendor.call(getContainerGroup, at, options);
  } catch (error) {
    if (error instanceof VendorError && error.status === 404 && !PARENT_MISSING.test(error.vendorCode))
      return undefined;
    throw error;
  }
};

/** The parent is missing, not the group. */
const PARENT_MISSING = /^(?:Subscription|ResourceGroup)NotFound$/i;

const NO_LINES: Lines = new Map();

/** The changes to the group; none for a new group. */
export const compare = (spec: GroupSpec, group: ContainerGroup | undefined): CurrentState => {
  const before = group ? linesOfGroup(group) : NO_LINES;
  return {
    exists: group !== undefined,
    print: fingerprint(before),
    state: group?.instanceView?.state ?? group?.provisioningState ?? '',
    changes: group ? changesBetween(before, linesOfSpec(spec)) : [],
  };
};

/**
 * Whether the group has the requested settings, as far as the vendor shows. What no document lists, and was not requested,
 * the vendor may have added by itself.
 */
export const hasSettings = (spec: GroupSpec, group: ContainerGroup): boolean => {
  const requested = linesOfSpec(spec);
  const { known } = readOwn(group);
  const listed = known && linesOfSpec(toSpec(known));
  const there = [...linesOfGroup(group)].filter(([path]) => requested.has(path) || (listed?.has(path) ?? true));
  return changesBetween(new Map(there), requested).length === 0;
};

/** The same text for the same settings in any order. */
const fingerprint = (lines: Lines): string =>
  createHash('sha256')
    .update(JSON.stringify([...lines].sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');

export const fingerprintOf = (group: ContainerGroup | undefined): string =>
  fingerprint(group ? linesOfGroup(group) : NO_LINES);

/** Without a value the vendor keeps its own choice. */
const VENDOR_CHOICE = 'location';

const changesBetween = (before: Lines, after: Lines): ChangedLine[] => {
  const paths = [...new Set([...after.keys(), ...before.keys()])].filter(
    (path) => path !== VENDOR_CHOICE || after.has(path),
  );
  const lines = paths
    .map((path) => ({ path, from: before.get(path) ?? '', to: after.get(path) ?? '', anew: isRecreated(path) }))
    .filter(({ from, to }) => from !== to);
  return joinWholeItems(
    lines,
    (path) => paths.filter((other) => other === path || other.startsWith(`${path}.`)).length,
  );
};

/** Joins an item added or removed as a whole into one line. @param sizeOf the number of its settings before and after */
const joinWholeItems = (lines: readonly ChangedLine[], sizeOf: (path: string) => number): ChangedLine[] => {
  const whole = new Map<string, ChangedLine[]>();
  for (const line of lines) {
    const item = ITEM.exec(line.path)?.[0];
    const kind = line.from === '' ? 'new' : line.to === '' ? 'gone' : '';
    if (item !== undefined && kind !== '')
      whole.set(`${kind} ${item}`, [...(whole.get(`${kind} ${item}`) ?? []), line]);
  }
  const joined = new Map<ChangedLine, ChangedLine | undefined>();
  for (const [key, parts] of whole) {
    const path = key.replace(/^\w+ /, '');
    if (parts.length < 2 || parts.length < sizeOf(path)) continue;
    const [first = { path, from: '', to: '', anew: false }, ...rest] = parts;
    const shown = parts.find((line) => line.path === [path, 'image'].join('.')) ?? first;
    joined.set(first, { path, from: shown.from, to: shown.to, anew: parts.some(({ anew }) => anew) });
    for (const part of rest) joined.set(part, undefined);
  }
  return lines.flatMap((line) => (joined.has(line) ? (joined.get(line) ?? []) : [line]));
};

const ITEM = /^(?:containers|initContainers|volumes|extensions)\.[^.]+/;

/** Settings that the vendor changes only by deleting and recreating a group; a container as a whole changes its resources. */
export const DELETED =
  /^(?:osType|restartPolicy|location|zones|subnetIds)$|^diagnostics\.|^containers\.[^.]+(?:\.resources\..+)?$/;

/** Those, and settings of which nobody says what the vendor does. */
const isRecreated = (path: string): boolean => DELETED.test(path) || /^(?:priority|sku|ipAddress\.type)$/.test(path);
