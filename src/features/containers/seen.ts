import { z } from 'zod';
import type { ContainerGroup } from '../../api/operations/container-groups.ts';
import { cut, oneLine } from '../../lib/text.ts';
import { withoutSecrets } from './secret-looks.ts';

const event = z.object({ name: z.string(), message: z.string(), type: z.string(), count: z.number(), at: z.string() });
export type GroupEvent = z.infer<typeof event>;

/** How far a group has come, as the vendor last said it. */
const seen = z.object({
  provisioningState: z.string().optional(),
  state: z.string().optional(),
  ip: z.string().optional(),
  fqdn: z.string().optional(),
  events: z.array(event).optional(),
  /** Where the next look goes. */
  tracking: z.string().optional(),
  /** What stood before it was sent was as it was asked for, as far as can be seen. */
  sameBefore: z.boolean().optional(),
});
export type Seen = z.infer<typeof seen>;

/** @param stored of a change; nothing where nothing was seen yet */
export const readSeen = (stored: unknown): Seen => seen.safeParse(stored).data ?? {};

/** So many are kept with a change. */
const MOST_EVENTS = 6;
const LONGEST_MESSAGE = 200;

/** Only what is there, so that the same state is the same JSON. */
export const seenOf = (group: ContainerGroup | undefined): Seen => {
  if (!group) return {};
  const { provisioningState, instanceView, ipAddress } = group;
  const said = { provisioningState, state: instanceView?.state, ip: ipAddress?.ip, fqdn: ipAddress?.fqdn };
  const events = eventsOf(group).slice(0, MOST_EVENTS);
  return {
    ...(Object.fromEntries(Object.entries(said).filter(([, value]) => value)) as Seen),
    ...(events.length > 0 ? { events } : {}),
  };
};

/** What happened to the group and to each of its containers, the newest first, each once. */
export const eventsOf = ({ instanceView, containers }: ContainerGroup): readonly GroupEvent[] => {
  const all = [...(instanceView?.events ?? []), ...containers.flatMap((one) => one.instanceView?.events ?? [])];
  const said = all.map(({ name = '', message = '', type = '', count = 1, lastTimestamp, firstTimestamp }) => ({
    name: oneLine(name, 60),
    message: cut(withoutSecrets(oneLine(message, 1_000)), LONGEST_MESSAGE),
    type,
    count,
    at: lastTimestamp ?? firstTimestamp ?? '',
  }));
  const once = new Map(said.map((one) => [JSON.stringify(one), one]));
  return [...once.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
};
