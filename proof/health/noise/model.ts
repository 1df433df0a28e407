import { type Level, levels } from '../../../src/engine/alerts/feed/signal.ts';
import type { Rhythm } from '../../../src/engine/alerts/watch/watch.ts';
import { MINUTE } from '../../../src/platform/lib/clock.ts';
import type { Quiet } from '../../../src/platform/lib/quiet-hours.ts';
import { shuffled } from '../../lib/dice.ts';
import { localTime } from '../../lib/local-time.ts';

/** The first full minute after a moment with the wanted local time, found minute by minute. */
const firstMinute = (zone: string, after: number, wanted: (minutes: number) => boolean): number => {
  let at = Math.floor(after / MINUTE) * MINUTE;
  do at += MINUTE;
  while (!wanted(localTime(zone, at).minute));
  return at;
};

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

/** The expected notification of a channel. */
export interface Wanted {
  readonly does: 'speak' | 'hold' | 'nothing';
  /** When the digest is due. */
  readonly release: number | undefined;
  /** The expected log entry of `why`. */
  readonly verdict: string;
  readonly rule: string;
}

const MORNING = 8 * 60;

/** The specification, implemented a second time: what a person with this watch expects. */
export const wantedOf = (row: Case, moment: Moment): Wanted => {
  const nothing = (rule: string): Wanted => ({ does: 'nothing', release: undefined, verdict: 'out', rule });
  if (row.pause === 'on') return nothing('paused');
  // An incident that was posted is updated until its end.
  const isFirst = row.told === 'first';
  if (isFirst && row.atLeast && levels.indexOf(row.level) > levels.indexOf(row.atLeast)) return nothing('filter');
  if (row.mute === 'all') return nothing('muted');
  if (row.level === 'critical' && row.anyway) return speak(row, 'critical');
  const quiet = moment.quiet[row.quiet];
  const held = (rule: string, from: number): Wanted => ({
    ...{ does: 'hold', verdict: 'held', rule },
    release: notQuiet(quiet, moment.zone, turn(row, moment.zone, from)),
  });
  if (row.snooze === 'on') return held('snoozed', moment.awake);
  if (row.rhythm !== 'prompt') return held(row.rhythm, moment.at);
  if (notQuiet(quiet, moment.zone, moment.at) !== moment.at) return held('quiet', moment.at);
  return speak(row, 'fits');
};

/** A card is logged with the rule that passed it, a note with its news: the level was critical before. */
const speak = ({ told, level }: Case, rule: string): Wanted => {
  const news = level === 'critical' ? 'regionTouched' : 'level';
  const said = told === 'first' ? { verdict: 'posted', rule } : { verdict: 'replied', rule: news };
  return { does: 'speak', release: undefined, ...said };
};

const turn = ({ rhythm }: Case, zone: string, from: number): number => {
  if (rhythm === 'prompt') return from;
  return firstMinute(zone, from, (minutes) => (rhythm === 'hour' ? minutes % 60 === 0 : minutes === MORNING));
};

const notQuiet = (quiet: Quiet | undefined, zone: string, at: number): number => {
  const rings = (minutes: number): boolean => quiet === undefined || !isWithin(quiet, minutes);
  return rings(localTime(zone, at).minute) ? at : firstMinute(zone, at, rings);
};

const isWithin = ({ from, to }: Quiet, minutes: number): boolean => {
  const day = 24 * 60;
  return (minutes - from + day) % day < (to - from + day) % day;
};
