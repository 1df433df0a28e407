import type { CardButton } from '#engine/outbox/card-button.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { IncidentSummary } from '#engine/outbox/renderer.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Arrival, Departure, LinkTo } from '#teams/connector/conversations/conversation.ts';
import { alertSubject, type IncidentListener, type WatchListener } from './context.ts';
import type { Signal } from './feed/signal.ts';
import type { AlertSource } from './feed/source.ts';
import type { Names } from './feed/unknown-names.ts';
import type { AlertCard, Mute, NewMute, NewWatch, NotificationLogEntry, Watch, WatchSchedule } from './watch/watch.ts';

interface AlertPerson {
  /** Directory object id. */
  readonly objectId: string;
  readonly name: string;
}

/** An incident in its current state. */
export interface Incident {
  readonly item: unknown;
  readonly signal: Signal;
}

/** Watches, mutes and incident cards. Conversation ids may have `;messageid=`. */
export interface Alerts {
  readonly sources: readonly AlertSource[];
  readonly cardButtons: readonly CardButton[];
  /** @returns the new watch, or the one that watches the same here already and stays as it is */
  watch(draft: NewWatch): Promise<{ readonly watch: Watch; readonly isNew: boolean }>;
  /** @returns the current watch; undefined when it no longer exists */
  reschedule(conversationId: string, ref: string, schedule: WatchSchedule): Promise<Watch | undefined>;
  /** What was open when the watch was set up, the worst level first; undefined before its feed's first poll. */
  opening(watch: Watch): Promise<readonly Incident[] | undefined>;
  /** Of one conversation, oldest first. */
  watches(conversationId: string): Promise<Watch[]>;
  /** @returns false when the conversation has no such watch (any more) */
  unwatch(conversationId: string, ref: string): Promise<boolean>;
  /** @param until milliseconds since 1970, `Infinity` for no end, undefined resumes. @returns the current watch */
  pause(conversationId: string, ref: string, until: number | undefined): Promise<Watch | undefined>;
  /** Only the first press has an effect. @returns the current card; undefined when there is none */
  acknowledge(cardId: string, person: AlertPerson): Promise<AlertCard | undefined>;
  /** Removes the acknowledgement. */
  leave(cardId: string): Promise<AlertCard | undefined>;
  /** Queues the thread's notes; the card stays up to date. @param until undefined ends the snooze, and queued notes are posted at once */
  snooze(cardId: string, person: AlertPerson, until: number | undefined): Promise<AlertCard | undefined>;
  /** @returns false when it was muted until then already */
  mute(mute: NewMute): Promise<boolean>;
  mutes(conversationId: string): Promise<Mute[]>;
  unmute(conversationId: string, id: string): Promise<boolean>;
  card(cardId: string): Promise<AlertCard | undefined>;
  /** What another card says of the incident of a card; undefined when it is stored no longer. */
  summary(cardId: string, words: Words): Promise<IncidentSummary | undefined>;
  /** The cards of an incident, in all conversations. @param key case does not matter */
  cardsOf(key: string): Promise<readonly AlertCard[]>;
  /** The cards of a conversation's open incidents, newest first. */
  openCards(conversationId: string): Promise<readonly AlertCard[]>;
  /** Services, regions and consumers in a source's stored incidents. */
  names(source: string): Promise<Names>;
  /** An incident's id as its source writes it. @param key case does not matter */
  keyOf(key: string): Promise<string | undefined>;
  /** The notification log of an incident in this conversation, newest first; undefined for an unknown incident. @param key case does not matter */
  why(conversationId: string, key: string): Promise<readonly NotificationLogEntry[] | undefined>;
  /** Posts a made-up incident that looks like a real one. */
  test(conversationId: string, source: string, language: string): Promise<void>;
  /** The app is back: resumes the watches of the conversation and of its team. @throws the last error; the others are resumed all the same */
  returned(arrival: Arrival): Promise<void>;
  /** The app has left these conversations: their watches rest, and their feeds are not read on their account. */
  departed(trx: Trx, departure: Departure): Promise<void>;
  /** Called in the transaction that stores a change of an incident. */
  onIncidentChanged(listener: IncidentListener): void;
  /** Called in the transaction in which the layer itself changes a watch's state. */
  onWatchChanged(listener: WatchListener): void;
}

/** Verbs of the channel's card. */
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

interface LinkDeps {
  readonly alerts: Pick<Alerts, 'summary'>;
  readonly outbox: Pick<Outbox, 'copies'>;
  readonly linkTo: LinkTo;
}

/** The incident of a card, with the card's address in Teams; undefined when it is stored no longer. */
export const incidentWithLink = async (
  { alerts, outbox, linkTo }: LinkDeps,
  card: string,
  words: Words,
): Promise<IncidentSummary | undefined> => {
  const found = await alerts.summary(card, words);
  const [copy] = found ? await outbox.copies(alertSubject(card)) : [];
  const url = copy && linkTo(copy.conversationId, copy.activityId);
  return found && url !== undefined ? { ...found, url } : found;
};
