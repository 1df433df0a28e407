const CHANNELS = 1_000;
const PREFIX = '19:bench-fanout-Zk3vQ8wY2rT6uN4m-';

/** Channels that all want the same alert. */
export const channels: readonly string[] = Array.from(
  { length: CHANNELS },
  (_, number) => `${PREFIX}${String(number).padStart(4, '0')}@thread.tacv2`,
);

/** The place of a channel in that list. */
export const numberOf = (channel: string): number => Number.parseInt(channel.slice(PREFIX.length), 10);

/** Says one thing in 1,000 channels. */
export interface Sender {
  /** What is there before the sending begins, and not measured. */
  prepare(): Promise<void>;
  /** Ends when everything was sent, and written down where the sender does that. */
  send(): Promise<Outcome>;
}

export interface Outcome {
  /** Numbers of the channels of which the sender says that it may have posted twice, or does not know. */
  readonly unsure: readonly number[];
}

/** Does something with each channel, so many at a time. */
export const inPool = async (channels: readonly string[], work: (channel: string) => Promise<void>): Promise<void> => {
  const left = channels.values();
  const one = async (): Promise<void> => {
    for (const channel of left) await work(channel);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
};

/** As many as senders without a queue of their own have under way at once. */
const CONCURRENCY = 16;
