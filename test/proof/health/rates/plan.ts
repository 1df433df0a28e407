import { SECOND } from '../../../../src/lib/clock.ts';
import type { DeliveryPriority } from '../../../../src/outbox/repository.ts';
import { type Dice, diceOf } from '../../run-on-stores.ts';

/** One message that must arrive. */
export interface Planned {
  readonly mark: number;
  readonly channel: string;
  readonly priority: DeliveryPriority;
  /** Milliseconds after the beginning. */
  readonly at: number;
  /** The mark of the message in whose thread it stands. */
  readonly under: number | undefined;
}

/** A message that stands, or waits, is to say something newer. */
export interface Edit {
  readonly mark: number;
  readonly at: number;
}

export interface Plan {
  readonly channels: readonly string[];
  readonly sends: readonly Planned[];
  readonly edits: readonly Edit[];
}

/** Sends for each channel: 10,000 for 2,000. */
const SENDS_EACH = 5;
/** One send of so many is critical: at most 1,000 of 10,000. */
const CRITICAL_OF = 10;
/** What the busiest channel has of all: of 10,000 more than it may have within an hour. */
const BUSIEST = 0.19;
/** So many further channels have more than a half minute takes. */
const BUSY_CHANNELS = 5;
const BUSY = 0.01;
/** How fast the tenant's limit lets it all go, at best. */
const PER_SECOND = 25;

/** Much at once, then batches of it while the first still waits; half of what is critical comes in one moment, the rest in ten. */
export const planOf = (seed: number, sends: number): Plan => {
  const dice = diceOf(seed, sends);
  const channels = Array.from({ length: Math.ceil(sends / SENDS_EACH) }, (_, n) => `19:rates-${n}@thread.tacv2`);
  const critical = Math.floor(sends / CRITICAL_OF);
  const length = (sends / PER_SECOND) * SECOND;
  const batches = Array.from({ length: 10 }, () => dice.below(length));
  const planned: Planned[] = [];
  for (let mark = 0; mark < sends; mark += 1) {
    const isCritical = mark < critical;
    const root =
      isCritical || dice.oneIn(2) || planned.length === critical ? undefined : rootOf(planned, dice, critical);
    planned.push({
      mark,
      priority: isCritical ? 'critical' : dice.oneIn(3) ? 'asked' : 'unasked',
      channel: root?.channel ?? channelOf(channels, dice, isCritical),
      at: momentOf(mark, isCritical ? critical / 2 : sends / 2, batches, dice, root?.at ?? 0),
      under: root?.mark,
    });
  }
  const edits = planned
    .filter(() => dice.oneIn(5))
    .map(({ mark, at }) => ({ mark, at: at + Math.floor(dice.next() * 90 * SECOND) }));
  return { channels, sends: planned, edits };
};

/** A message of the plan that can have a thread: one that stands in the channel itself. */
const rootOf = (planned: readonly Planned[], dice: Dice, from: number): Planned | undefined => {
  const found = planned[from + dice.below(planned.length - from)];
  return found?.under === undefined ? found : undefined;
};

/** What is critical is said anywhere; much of the rest in a few channels that are always spoken to. */
const channelOf = (channels: readonly string[], dice: Dice, isCritical: boolean): string => {
  const chance = isCritical ? 1 : dice.next();
  const busy = chance < BUSIEST ? 0 : 1 + Math.floor((chance - BUSIEST) / BUSY);
  return (busy <= BUSY_CHANNELS ? channels[busy] : undefined) ?? dice.pick(channels);
};

const momentOf = (mark: number, atOnce: number, batches: readonly number[], dice: Dice, notBefore: number): number =>
  Math.max(notBefore, mark < atOnce ? 0 : dice.pick(batches));
