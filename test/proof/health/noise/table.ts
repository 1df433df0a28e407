import { type Level, levels } from '../../../../src/alerts/feed/signal.ts';
import type { Quiet, Rhythm } from '../../../../src/alerts/watch/watch.ts';
import { shuffled } from '../../run-on-stores.ts';

/** One row of the truth table: how a channel stands when something is told. */
export interface Case {
  /** Whether the channel hears of it for the first time, or has its card and hears of news. */
  readonly told: 'first' | 'news';
  readonly level: Level;
  /** What the watch's filter wants at least. */
  readonly atLeast: Level | undefined;
  readonly rhythm: Rhythm;
  /** Quiet hours: none; of now; of now and past the next morning; of a little later, over the next full hour. */
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
  // Nobody can press what does not stand yet.
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

/** So many rows in an order of the seed's own; the whole table as often as it takes. */
export const casesOf = (seed: number, count: number): Case[] =>
  Array.from({ length: Math.ceil(count / TABLE_SIZE) }, (_, round) => shuffled(table, seed + round))
    .flat()
    .slice(0, count);

/** What the words of a row mean at one moment. */
export interface Moment {
  /** When it is told, in milliseconds since 1970. */
  readonly at: number;
  readonly zone: string;
  readonly quiet: Readonly<Record<Case['quiet'], Quiet | undefined>>;
  /** The end of a snooze that is on. */
  readonly awake: number;
}
