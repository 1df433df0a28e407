import type { Arrival } from '../connector/conversations/conversation-store.ts';
import type { CardButton } from '../outbox/card-button.ts';
import type { WatchListener } from './core.ts';
import type { AlertSource } from './feed/source.ts';
import type { Names } from './feed/unknown-names.ts';
import type { AlertCard, Mute, NewWatch, NotificationLogEntry, Watch } from './watch/watch.ts';

export interface AlertPerson {
  /** Directory object id. */
  readonly objectId: string;
  readonly name: string;
}

/** Watches and what they bring: for whatever is worth saying unasked. Conversation ids are taken with or without `;messageid=`. */
export interface Alerts {
  readonly sources: readonly AlertSource[];
  readonly cardButtons: readonly CardButton[];
  /** @throws AppError where the same watch stands already. @returns it, and how many incidents it shows at once; undefined until its feed was looked at once */
  watch(draft: NewWatch): Promise<{ readonly watch: Watch; readonly open: number | undefined }>;
  /** Of one conversation, oldest first. */
  watches(conversationId: string): Promise<Watch[]>;
  /** @returns false when there is no such watch in this conversation (any more) */
  unwatch(conversationId: string, ref: string): Promise<boolean>;
  /** @param until milliseconds since 1970, `Infinity` for until somebody resumes it, undefined resumes. @returns the watch as it is now */
  pause(conversationId: string, ref: string, until: number | undefined): Promise<Watch | undefined>;
  /** The first press counts; a later one changes nothing. @returns the card as it is now, undefined when there is none */
  acknowledge(cardId: string, person: AlertPerson): Promise<AlertCard | undefined>;
  /** Nobody is on it any more. */
  leave(cardId: string): Promise<AlertCard | undefined>;
  /**
   * Holds the thread's news back; the card stays true.
   * @param until milliseconds since 1970; undefined wakes it: what was held is told now, in quiet hours too, for whoever
   * presses wants to hear it
   */
  snooze(cardId: string, person: AlertPerson, until: number | undefined): Promise<AlertCard | undefined>;
  /** @returns false when it was muted already */
  mute(mute: Omit<Mute, 'id' | 'at'>): Promise<boolean>;
  mutes(conversationId: string): Promise<Mute[]>;
  unmute(conversationId: string, id: string): Promise<boolean>;
  card(cardId: string): Promise<AlertCard | undefined>;
  /** What the incidents have named that are kept of a source. */
  names(source: string): Promise<Names>;
  /** An incident's id as its source writes it. @param key in any case */
  keyOf(key: string): Promise<string | undefined>;
  /** What became of an incident in this conversation, newest first; undefined when nothing is known of it. @param key in any case */
  why(conversationId: string, key: string): Promise<readonly NotificationLogEntry[] | undefined>;
  /** Posts a made-up incident as a real one would stand there. */
  test(conversationId: string, source: string, language: string): Promise<void>;
  /**
   * The app is in a conversation again: its watches go on, and those of its team that waited for the app's return.
   * @throws what the last of those threw that could not be told what goes on; the others go on all the same
   */
  returned(arrival: Arrival): Promise<void>;
  /** Told, in that transaction, of a watch that stands otherwise without anybody's doing. */
  onWatchChanged(listener: WatchListener): void;
}

/** What a press on a channel's card names. */
export const alertVerbs = {
  acknowledge: 'alert.acknowledge',
  leave: 'alert.leave',
  wake: 'alert.wake',
  snooze: 'alert.snooze',
  mute: 'alert.mute',
  back: 'alert.back',
  why: 'alert.why',
  offer: 'alert.offer',
} as const;

/** Of the outbox: one incident's card in one channel. */
export const ALERT = 'alert';
export const alertSubject = (cardId: string): string => `${ALERT}:${cardId}`;
