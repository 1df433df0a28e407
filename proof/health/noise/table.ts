import { type Level, levels } from '../../../src/engine/alerts/feed/signal.ts';
import type { Rhythm } from '../../../src/engine/alerts/watch/watch.ts';
import type { Quiet } from '../../../src/platform/lib/quiet-hours.ts';
import { shuffled } from '../../run-on-stores.ts';

/** One row of the truth table: the state of a channel at an update. */
export interface Case {
  /** Whether the incident is new to the channel, or there is news about its card. */
  readonly told: 'first' | 'news';
  readonly level: Level;
  /** The minimum level of the watch's filter. */
  readonly atLeast: Level | undefined;
  readonly rhythm: Rhythm;
  /** Quiet hours: none; current; current and past the next morning; a little later, past the next full hour. */
  readonly quiet: 'none' | 'now' | 'night' | 'soon';
  readonly anyway: boolean;
  readonly mute: 'none' | 'some' | 'all';
  readonly pause: 'none' | 'on' | 'over';
  readonly snooze: 'none' | 'on' | 'over';
  readonly acknowledged: boolean;
}

type Axes = { readonly [Name in keyof Case]: readonly Case[Name][] };

const first: Axes = {
  told: ['first'],
  level: levels,
  atLeast: [undefined, 'error'],
  rhythm: ['prompt', 'hour', 'day'],
  quiet: ['none', 'now', 'night', 'soon'],
  anyway: [true, false],
  mute: ['none', 'some', 'all'],
  pause: ['none', 'on', 'over'],
  // There is no card to press yet.
  snooze: ['none'],
  acknowledged: [false],
};
const news: Axes = { ...first, told: ['news'], snooze: ['none', 'on', 'over'], acknowledged: [false, true] };

const combined = (axes: Axes): Case[] =>
  Object.entries(axes).reduce<Record<string, unknown>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as unknown as Case[];

const table: readonly Case[] = [...combined(first), ...combined(news)];
/** All combinations. */
export const TABLE_SIZE = table.length;

/** Rows in an order of the seed; the whole table is repeated as needed. */
export const casesOf = (seed: number, count: number): Case[] =>
  Array.from({ length: Math.ceil(count / TABLE_SIZE) }, (_, round) => shuffled(table, seed + round))
    .flat()
    .slice(0, count);

/** The settings of a row at one moment. */
export interface Moment {
  /** Time of the update, in milliseconds since 1970. */
  readonly at: number;
  readonly zone: string;
  readonly quiet: Readonly<Record<Case['quiet'], Quiet | undefined>>;
  /** The end of an active snooze. */
  readonly awake: number;
}
