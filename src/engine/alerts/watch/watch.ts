import { minuteOfDay, nextMinute } from '#platform/lib/local-time.ts';
import { type Quiet, quietUntil } from '#platform/lib/quiet-hours.ts';
import type { Level, NameKind } from '../feed/signal.ts';

export type Rhythm = 'prompt' | 'hour' | 'day';

/** A channel's subscription to a feed. */
export interface Watch<F = unknown> {
  readonly id: string;
  /** Short name, such as W-7KQ2M. */
  readonly ref: string;
  readonly source: string;
  /** Without `;messageid=`. */
  readonly conversationId: string;
  readonly feed: string;
  readonly title: string;
  readonly filter: F;
  readonly rhythm: Rhythm;
  /** In the watch's time zone. */
  readonly quiet: Quiet | undefined;
  /** IANA time zone of the quiet hours and the daily digest. */
  readonly zone: string;
  /** Critical incidents are posted at once in any case. */
  readonly criticalAnyway: boolean;
  /** BCP 47 tag. */
  readonly language: string;
  readonly createdBy: { readonly objectId: string; readonly name: string };
  readonly createdAt: number;
  /** Milliseconds since 1970; `Infinity` for a pause that only a person ends. */
  readonly pausedUntil: number | undefined;
  /** The Connector's code where the bot cannot post in the conversation; undefined while it can. */
  readonly unreachable: string | undefined;
  /** Since when its feed cannot be read, in milliseconds since 1970; set only in lists of a conversation's watches. */
  readonly stalledSince?: number;
}

export type NewWatch = Omit<Watch, 'id' | 'ref' | 'createdAt' | 'pausedUntil' | 'unreachable' | 'stalledSince'>;

/** When a watch notifies: what can be changed of it. */
export type WatchSchedule = Pick<Watch, 'rhythm' | 'quiet' | 'zone' | 'criticalAnyway'>;

/** A name for which a channel gets no notifications; posted cards stay up to date. */
export interface Mute {
  readonly id: string;
  readonly conversationId: string;
  readonly source: string;
  readonly what: NameKind;
  readonly name: string;
  readonly by: string;
  readonly at: number;
  /** Its end, in milliseconds since 1970; undefined for one that only a person ends. */
  readonly until?: number | undefined;
}

export type NewMute = Omit<Mute, 'id' | 'at'>;

/** What was done about one incident in one channel, and by which rule. */
export interface NotificationLogEntry {
  /** Last time, in milliseconds since 1970. */
  readonly at: number;
  /** How often. */
  readonly times: number;
  readonly action: 'posted' | 'edited' | 'replied' | 'held' | 'digest' | 'listed' | 'out';
  /** Key below `alerts.why`. */
  readonly reason: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** Ref of the watch that decided. */
  readonly watch: string | undefined;
}

/** An incident's card in one channel. */
export interface AlertCard<I = unknown> {
  readonly id: string;
  readonly source: string;
  /** The incident's id at the source. */
  readonly key: string;
  readonly item: I;
  readonly level: Level;
  readonly conversationId: string;
  readonly version: number;
  readonly acknowledged: { readonly objectId: string; readonly name: string; readonly at: number } | undefined;
  readonly snoozed: { readonly name: string; readonly until: number } | undefined;
}

/** Time of the daily digest in the watch's time zone: minutes after midnight. */
const DAILY_DIGEST_AT = 8 * 60;

/** The next digest; undefined for a watch without digests. */
export const nextDigest = (rhythm: Rhythm, zone: string, now: number): number | undefined => {
  if (rhythm === 'prompt') return undefined;
  if (rhythm === 'day') return nextMinute(zone, now, DAILY_DIGEST_AT, (minute) => minute === DAILY_DIGEST_AT);
  const hour = (Math.floor(minuteOfDay(zone, now) / 60) + 1) % 24;
  return nextMinute(zone, now, hour * 60, (minute) => minute % 60 === 0);
};

/** When a notification queued until `from` goes out: with the next digest, and never in quiet hours. */
export const releaseOf = ({ rhythm, quiet, zone }: Pick<Watch, 'rhythm' | 'quiet' | 'zone'>, from: number): number => {
  const turn = nextDigest(rhythm, zone, from) ?? from;
  return (quiet && quietUntil(quiet, zone, turn)) ?? turn;
};
