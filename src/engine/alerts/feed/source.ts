import type { z } from 'zod';
import type { VendorClient } from '#cloud/client.ts';
import type { CardSubject } from '#engine/outbox/card-button.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import type { Markdown } from '#platform/lib/text.ts';
import type { TextKey, Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import type { Fact } from '#teams/cards/view.ts';
import type { NameKind, Signal } from './signal.ts';
import type { Names } from './unknown-names.ts';

/** A text key with its values. */
export interface TextReference {
  readonly text: TextKey;
  readonly values?: TextValues;
}

/** A list at the vendor that is polled once for all its watches. */
export interface Feed {
  /** Unique within the source, as `subscription <guid>`. */
  readonly key: string;
  /** As the policy or a person names it. */
  readonly title: string;
}

/** Something that can be watched, as people name it. */
export interface WatchPlace {
  readonly key: string;
  readonly title: string;
}

/** The source's part of an incident's card; the layer adds acknowledgement, snooze and its own buttons. */
export interface AlertContent {
  /** Kind and id. */
  readonly overline: Markdown;
  readonly title: Markdown;
  /** The same without markup, for a sentence. */
  readonly name: string;
  /** Current state in one line. */
  readonly state: Markdown;
  readonly facts: readonly Fact[];
  /** The newest text, cut to the size of a card. */
  readonly text: Markdown;
  /** Addresses from the policy. */
  readonly links: readonly { readonly title: string; readonly url: string }[];
  /** Addresses in the vendor's texts: only those on the policy's portals become buttons. */
  readonly addresses: readonly { readonly title: string; readonly url: string }[];
  /** Actions of the source's feature; the layer adds the card's id to the data as `card`. */
  readonly buttons: readonly {
    readonly title: string;
    readonly verb: string;
    readonly data: Readonly<Record<string, string>>;
  }[];
  /** For the toast, without markup. */
  readonly summary: string;
}

export type AlertCardSubject = Omit<CardSubject, 'subject'>;

interface SourceContext<I = unknown> {
  readonly vendor: VendorClient;
  readonly policy: Policy;
  readonly correlation: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called with the number of reads that the vendor still allows. */
  remainingReads(reads: number): void;
  /** Stored incidents that are open or changed since `from`, for a source whose items also change without the list. */
  known(from: number): Promise<readonly I[]>;
}

/** A source of alerts. I: an item as it is stored, F: a watch's filter as it is stored. */
export interface AlertSource<I = unknown, F = unknown> {
  /** As typed: `watch health on …`. */
  readonly name: string;
  readonly item: z.ZodType<I>;
  readonly filter: z.ZodType<F>;
  /** The filter words of `watch` that it supports. */
  readonly filters: readonly FilterWord[];
  /** The kinds of names that a channel can mute. */
  readonly mutes: readonly NameKind[];
  /** The command that lists its items. */
  readonly listCommand: string;
  /** The places that the form offers. */
  places(policy: Policy): readonly WatchPlace[];
  /** @throws AppError that lists the known places */
  feedOf(place: string, policy: Policy): Feed;
  /** Whether a person may read the feed: what a person may not see, they cannot bring into a channel. */
  mayWatch(feed: string, policy: Policy, objectId: string): boolean;
  /** @throws AppError for an unknown value, or a filter that this feed does not support */
  parseFilter(typed: Readonly<Partial<Record<FilterWord, string>>>, feed: Feed): F;
  /** Describes the filter; empty for none. */
  formatFilter(filter: F, words: Words): string;
  /** Services, regions and consumers in the filter. */
  filterNames(filter: F): Partial<Names>;
  /** All items that changed since then, and perhaps more; they hold nothing that must not be stored. @throws VendorError */
  list(feed: string, since: number, context: SourceContext<I>): AsyncIterable<I>;
  signal(item: I): Signal;
  /** Why the filter excludes the item; undefined when it passes. */
  exclusionReason(filter: F, item: I): TextReference | undefined;
  /** Merges the stored item with a newer one, or one of another feed. */
  merge(known: I, item: I): I;
  content(item: I, words: Words): AlertContent;
  /** Counts items by the source's own nouns, as “2 service issues”: one phrase for each kind. */
  count(items: readonly I[], words: Words): string[];
  /** What buttons of other features need; the layer adds the subject. */
  cardSubject(item: I): AlertCardSubject;
  /** A made-up item for `test alert`. @param now milliseconds since 1970 */
  sample(now: number): I;
}

/** Filter words of `watch`; each source supports some of them. */
export const filterWords = ['level', 'type', 'service', 'region', 'tag', 'by'] as const;

export type FilterWord = (typeof filterWords)[number];
