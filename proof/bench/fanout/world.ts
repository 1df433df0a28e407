const CHANNELS = 1_000;
const PREFIX = '19:bench-fanout-Zk3vQ8wY2rT6uN4m-';

/** Channels that all want the same alert. */
export const channels: readonly string[] = Array.from(
  { length: CHANNELS },
  (_, number) => `${PREFIX}${String(number).padStart(4, '0')}@thread.tacv2`,
);

/** The place of a channel in that list. */
export const numberOf = (channel: string): number => Number.parseInt(channel.slice(PREFIX.length), 10);
