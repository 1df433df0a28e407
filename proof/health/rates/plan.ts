import type { DeliveryPriority } from '../../../src/engine/outbox/repository.ts';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import { type Dice, diceOf } from '../../lib/dice.ts';

/** One message that must arrive. */
export interface Planned {
  readonly mark: number;
  readonly channel: string;
  readonly priority: DeliveryPriority;
  /** Milliseconds after the start. */
  readonly at: number;
  /** The mark of the message that started its thread. */
  readonly under: number | undefined;
}

/** An edit of a message that is posted or pending. */
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
/** One send in this many is critical: at most 1,000 of 10,000. */
const CRITICAL_OF = 10;
/** The busiest channel's part: of 10,000 sends more than the hourly limit. */
const BUSIEST = 0.19;
/** Number of other channels with more sends than the limit of half a minute. */
const BUSY_CHANNELS = 5;
const BUSY = 0.01;
/** The shortest time that the tenant's limit allows for all sends. */
const PER_SECOND = 25;

/** A large batch, then smaller ones while the first is pending; half of the critical sends come at one moment, the rest at ten. */
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

/** A message of the plan that can have a thread: one that is not in a thread itself. */
const rootOf = (planned: readonly Planned[], dice: Dice, from: number): Planned | undefined => {
  const found = planned[from + dice.below(planned.length - from)];
  return found?.under === undefined ? found : undefined;
};

/** Critical sends go to any channel; many of the others to a few busy ones. */
const channelOf = (channels: readonly string[], dice: Dice, isCritical: boolean): string => {
  const chance = isCritical ? 1 : dice.next();
  const busy = chance < BUSIEST ? 0 : 1 + Math.floor((chance - BUSIEST) / BUSY);
  return (busy <= BUSY_CHANNELS ? channels[busy] : undefined) ?? dice.pick(channels);
};

const momentOf = (mark: number, atOnce: number, batches: readonly number[], dice: Dice, notBefore: number): number =>
  Math.max(notBefore, mark < atOnce ? 0 : dice.pick(batches));
