import type { NameKind } from './feed/signal.ts';

export interface WatchTable {
  id: string;
  ref: string;
  source: string;
  conversation_id: string;
  feed: string;
  title: string;
  filter_json: string;
  rhythm: string;
  quiet_json: string | null;
  zone: string;
  critical_anyway: number;
  language: string;
  created_by: string;
  created_by_name: string;
  created_at: string;
  paused_until: string | null;
  deaf: string | null;
}

/** A polled feed with its watermark. */
export interface FeedTable {
  /** `<source> <feed>`. */
  id: string;
  source: string;
  feed: string;
  /** Watermark: everything that changed before has been read. */
  since: string;
  ok_at: string | null;
  failures: number;
  last_error: string | null;
}

/** An incident in its latest state. */
export interface AlertTable {
  id: string;
  source: string;
  key: string;
  /** In lower case, as people type it. */
  name: string;
  item_json: string;
  open: number;
  version: number;
  updated_at: string;
  seen_at: string;
}

/** An incident's card in one channel. */
export interface AlertCardTable {
  id: string;
  alert_id: string;
  conversation_id: string;
  version: number;
  acknowledged_by: string | null;
  acknowledged_name: string | null;
  acknowledged_at: string | null;
  snoozed_name: string | null;
  snoozed_until: string | null;
  created_at: string;
}

/** A note in a card's thread. */
interface AlertNoteTable {
  id: string;
  card_id: string;
  /** The card's incident, or one that explains it. */
  alert_id: string;
  news_json: string;
  version: number;
  created_at: string;
}

/** The digest queue of a channel; each incident once. */
export interface QueuedIncidentTable {
  conversation_id: string;
  alert_id: string;
  reason: string;
  language: string;
  /** Null until the poll that found it has ended. */
  release_at: string | null;
  feed_id: string;
  held_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    watches: WatchTable;
    alert_feeds: FeedTable;
    alerts: AlertTable;
    /** Which feeds list it. */
    alert_feed_items: { feed_id: string; alert_id: string };
    /** Aliases, in lower case. */
    alert_names: { source: string; name: string; alert_id: string };
    alert_cards: AlertCardTable;
    alert_notes: AlertNoteTable;
    alert_held: QueuedIncidentTable;
    alert_digests: { id: string; conversation_id: string; version: number; created_at: string };
    alert_digest_items: { digest_id: string; alert_id: string; reason: string };
    alert_mutes: {
      id: string;
      conversation_id: string;
      source: string;
      what: NameKind;
      name: string;
      muted_by: string;
      muted_at: string;
      until_at: string | null;
    };
    /** Notification log: one row for each action and reason, with the last time and the count. */
    alert_verdicts: {
      alert_id: string;
      conversation_id: string;
      /** Ref of the watch; empty for none. */
      watch: string;
      verdict: string;
      reason: string;
      values_json: string;
      at: string;
      times: number;
    };
  }
}
