import type { NameKind } from '../feed/name-kinds.ts';
import type { Level } from '../feed/source.ts';

/** Hours of the day in which nothing may ring: minutes after midnight in the watch's zone; over midnight where `to` is smaller. */
export interface Quiet {
  readonly from: number;
  readonly to: number;
}

export type Rhythm = 'prompt' | 'hour' | 'day';

/** One channel's wish to be told about a feed. */
export interface Watch<F = unknown> {
  readonly id: string;
  /** What people call it, as W-7KQ2M. */
  readonly ref: string;
  readonly source: string;
  /** Without `;messageid=`. */
  readonly conversationId: string;
  readonly feed: string;
  readonly title: string;
  readonly filter: F;
  readonly rhythm: Rhythm;
  readonly quiet: Quiet | undefined;
  /** IANA name: of the quiet hours and of the daily digest. */
  readonly zone: string;
  /** What is critical comes at once, whatever the rhythm and the hour. */
  readonly criticalAnyway: boolean;
  /** BCP 47 tag. */
  readonly language: string;
  readonly createdBy: { readonly objectId: string; readonly name: string };
  readonly createdAt: number;
  /** Milliseconds since 1970; `Infinity` for until somebody resumes it. */
  readonly pausedUntil: number | undefined;
  /** Why nothing can be said in its conversation, as a Connector code; undefined while it can. */
  readonly deaf: string | undefined;
  /** Since when its feed can't be read, in milliseconds since 1970; there where the layer lists a conversation's watches. */
  readonly unreadSince?: number;
}

export type NewWatch = Omit<Watch, 'id' | 'ref' | 'createdAt' | 'pausedUntil' | 'deaf' | 'unreadSince'>;

/** A name about which a channel does not want to hear; each incident's card that stands goes on being true. */
export interface Mute {
  readonly id: string;
  readonly conversationId: string;
  readonly source: string;
  readonly what: NameKind;
  readonly name: string;
  readonly by: string;
  readonly at: number;
}

/** What became of one incident in one channel, and which rule said so. */
export interface NotificationLogEntry {
  /** The last time, in milliseconds since 1970. */
  readonly at: number;
  /** How often. */
  readonly times: number;
  readonly verdict: 'posted' | 'edited' | 'replied' | 'held' | 'digest' | 'out';
  /** Key below `alerts.why`. */
  readonly reason: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** Ref of the watch that said it. */
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
