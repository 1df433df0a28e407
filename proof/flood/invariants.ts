import type { Rate } from '../../src/platform/lib/token-buckets.ts';
import { percentile } from '../../test/support/percentile.ts';

const CPU_MICROSECONDS = 100_000;

/**
 * How many times longer work takes here than the processor needs for it, because other programs want the processor too: 1 on
 * a machine with nothing else to do. Blocks this process meanwhile, so it is asked for where nothing is timed.
 */
export const slowdown = (): number => {
  const began = performance.now();
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if (user + system >= CPU_MICROSECONDS) return Math.max(1, ((performance.now() - began) * 1_000) / (user + system));
  }
};

/** Milliseconds within which a decision's press is answered and its card edited, for 99 of 100. */
export const MOST_MS = 2_000;

/** What became of one command of a flood. */
export interface FloodCommand {
  readonly name: string;
  /** The bot took it: it was within the limits. */
  readonly taken: boolean;
  readonly answered: boolean;
}

/** What one person sent, and whether they were told of a limit. */
export interface Flooder {
  readonly name: string;
  readonly commands: readonly FloodCommand[];
  readonly told: boolean;
}

/** What says that somebody is over a limit. */
export const OVER = /messages too quickly/;

/**
 * @param limit of the conversation in which they all stand
 * @param lastedMs from the first command to the last answer: so long the limit may let more through
 * @returns what is not so: as many commands are taken as the limit allows, each of them is answered, and who sent others was
 *   told of the limit
 */
export const floodViolations = (flooders: readonly Flooder[], limit: Rate, lastedMs: number): string[] => {
  const most = Math.ceil(limit.count * (1 + lastedMs / limit.within));
  const taken = flooders.flatMap(({ commands }) => commands).filter((command) => command.taken);
  return [
    ...(taken.length < limit.count || taken.length > most
      ? [`${taken.length} commands were taken, and the limit allows ${limit.count} to ${most}`]
      : []),
    ...taken.filter(({ answered }) => !answered).map(({ name }) => `${name} was taken and not answered`),
    ...flooders
      .filter(({ commands, told }) => !told && commands.some((command) => !command.taken))
      .map(({ name }) => `${name} was refused and not told of the limit`),
  ];
};

/** How long one run's decisions took, in milliseconds: with nobody else about, and in the flood. */
export interface Durations {
  readonly quiet: number;
  readonly flooded: number;
  /** By how much other programs slowed the machine down just before, by `slowdown`. */
  readonly slowdown: number;
}

/** The value of all of these that so many do not exceed. @param share as 0.99 */
export const percentileOf = <T>(all: readonly T[], of: (one: T) => number, share: number): number =>
  percentile(all.map(of), share);

/** 99 of fewer than 100 says nothing of how long they take. */
const FEWEST_TIMES = 100;

/**
 * @returns what took too long, in words; where others keep the processor busy it may take longer by as much, and fewer than a hundred
 *   are not judged
 */
export const slowOnes = <T extends { readonly slowdown: number }>(
  what: string,
  all: readonly T[],
  ms: (one: T) => number,
  mostMs: number,
): string[] => {
  if (all.length < FEWEST_TIMES) return [];
  const took = percentileOf(all, (one) => ms(one) / one.slowdown, 0.99);
  return took <= mostMs ? [] : [`99 of 100 ${what} took up to ${Math.round(took)} ms of a free machine`];
};

/** What a flood of half-open requests cost. */
export interface HalfOpen {
  /** Bytes by which the bot grew. */
  readonly grown: number;
  /** Milliseconds of valid requests before, during and after it. */
  readonly before: readonly number[];
  readonly during: readonly number[];
  readonly after: readonly number[];
  /** By how much other programs slowed the machine down just before, by `slowdown`. */
  readonly slowdown: number;
}

const MB = 2 ** 20;
const MOST_GROWTH = 100 * MB;
/** What a timer or a turn of the event loop may add to a request of some milliseconds. */
const GRAIN_MS = 5;

export const halfOpenViolations = ({ grown, before, during, after, slowdown }: HalfOpen): string[] => {
  const usual = Math.max(percentile(before, 0.5), percentile(after, 0.5));
  const took = percentile(during, 0.5);
  return [
    ...(grown < MOST_GROWTH ? [] : [`half-open requests cost ${Math.round(grown / MB)} MB`]),
    ...(took <= 2 * usual + GRAIN_MS * slowdown
      ? []
      : [`a valid request took ${Math.round(took)} ms beside half-open ones, and ${Math.round(usual)} ms without`]),
  ];
};
