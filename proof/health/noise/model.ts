import { levels } from '../../../src/engine/alerts/feed/signal.ts';
import type { Quiet } from '../../../src/platform/lib/quiet-hours.ts';
import { firstMinute, minutesIn } from './local-clock.ts';
import type { Case, Moment } from './table.ts';

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
  return rings(minutesIn(zone, at)) ? at : firstMinute(zone, at, rings);
};

const isWithin = ({ from, to }: Quiet, minutes: number): boolean => {
  const day = 24 * 60;
  return (minutes - from + day) % day < (to - from + day) % day;
};
