import type { z } from 'zod';
import type { VendorClient } from '../../api/client.ts';
import type { Tone } from '../../cards/tone.ts';
import type { Fact } from '../../cards/view.ts';
import type { TextValues } from '../../lib/errors.ts';
import type { Markdown } from '../../lib/text.ts';
import type { CardSubject } from '../../outbox/card-button.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Words } from '../../texts/texts.ts';
import type { NameKind } from './name-kinds.ts';
import type { Names } from './unknown-names.ts';

/** From worst to least. */
export const levels = ['critical', 'error', 'warning', 'informational'] as const;
export type Level = (typeof levels)[number];

/** What the layer must know of an item to route, mute and compare it. */
export interface Signal {
  /** The incident's id at the source, the same in every feed that lists it. */
  readonly key: string;
  /** Other names by which `explains` may mean it. */
  readonly aliases: readonly string[];
  /** Key or alias of the incident that this one explains: what it says belongs into that one's thread. */
  readonly explains?: string;
  readonly open: boolean;
  readonly level: Level;
  /** Its place in a list, 0 first. */
  readonly rank: number;
  /** When the source last said something about it, in milliseconds since 1970. */
  readonly updatedAt: number;
  readonly services: readonly string[];
  readonly regions: readonly { readonly name: string; readonly open: boolean }[];
  /** For whom something is done, where it is done for several. */
  readonly consumers?: readonly string[];
  /** The newest word of a review after the fact, as the source has it; empty before any. */
  readonly review: string;
  /** Its texts may stand nowhere: the item holds none any more. */
  readonly hidden: boolean;
}

/** A text key with its values. */
export interface Said {
  readonly text: string;
  readonly values?: TextValues;
}

/** What is polled: all watches on it share the reading. */
export interface Feed {
  /** Unique within the source, as `subscription <guid>`. */
  readonly key: string;
  /** As the policy or a person names it. */
  readonly title: string;
}

/** What can be watched, by the name that people choose it by. */
export interface WatchPlace {
  readonly key: string;
  readonly title: string;
}

/** What the source says of an item on the channel's card; the layer adds who is on it and the buttons that it owns. */
export interface AlertFace {
  /** What kind of thing it is, and its id. */
  readonly overline: Markdown;
  readonly title: Markdown;
  /** The same without markup, for a sentence. */
  readonly name: string;
  /** How it stands, in one line. */
  readonly state: Markdown;
  readonly tone: Tone;
  readonly facts: readonly Fact[];
  /** The newest word about it, cut to what a card may hold. */
  readonly text: Markdown;
  /** Addresses that the policy says. */
  readonly links: readonly { readonly title: string; readonly url: string }[];
  /** Addresses in the vendor's texts: a button opens those that lead to one of the policy's portals. */
  readonly addresses: readonly { readonly title: string; readonly url: string }[];
  /** Verbs that the source's feature handles; the card's id is added to the data as `card`. */
  readonly buttons: readonly {
    readonly title: string;
    readonly verb: string;
    readonly data: Readonly<Record<string, string>>;
  }[];
  /** For the toast, without markup. */
  readonly summary: string;
}

export type AlertThing = Omit<CardSubject, 'subject'>;

export interface SourceContext<I = unknown> {
  readonly vendor: VendorClient;
  readonly policy: Policy;
  readonly correlation: string;
  /** To be called with what the vendor says of the reads that remain. */
  remaining(reads: number): void;
  /**
   * What is known of the feed's incidents that are open or changed at `from` or later: for a source whose incidents are
   * not the vendor's but what it makes of a list.
   * @param from milliseconds since 1970
   */
  known(from: number): Promise<readonly I[]>;
}

/** Something that is worth saying unasked, as one declaration. I: an item as it is stored, F: a watch's filter as it is stored. */
export interface AlertSource<I = unknown, F = unknown> {
  /** As typed: `watch health on …`. */
  readonly name: string;
  readonly item: z.ZodType<I>;
  readonly filter: z.ZodType<F>;
  /** Words of `watch` that it can filter by, of those in `filterWords`. */
  readonly filters: readonly FilterWord[];
  /** Kinds of names by which a channel can mute. */
  readonly mutes: readonly NameKind[];
  /** The command that lists what goes on. */
  readonly shows: string;
  /** What a form offers to choose from. */
  places(policy: Policy): readonly WatchPlace[];
  /** @throws AppError that says what can be named instead */
  feedOf(place: string, policy: Policy): Feed;
  /** Whether this person may read what the feed tells: nobody brings into a channel what they may not see. */
  mayWatch(feed: string, policy: Policy, objectId: string): boolean;
  /** @throws AppError for a word that it does not know, or one that this feed can't be filtered by, with the reason */
  readFilter(written: Readonly<Partial<Record<FilterWord, string>>>, feed: Feed): F;
  /** The filter in words; empty for none. */
  sayFilter(filter: F, words: Words): string;
  /** The services, regions and consumers that the filter names. */
  namesIn(filter: F): Partial<Names>;
  /**
   * Everything that changed since then, and perhaps more, in any order; one bad item costs that item only. What may not
   * be stored is not in the items.
   * @param since milliseconds since 1970
   * @throws VendorError
   */
  list(feed: string, since: number, context: SourceContext<I>): AsyncIterable<I>;
  signal(item: I): Signal;
  /** Why the filter leaves the item out; undefined when it fits. */
  leavesOut(filter: F, item: I): Said | undefined;
  /** One item of what is known and what another feed or a later look tells. */
  merge(known: I, item: I): I;
  face(item: I, words: Words): AlertFace;
  /** What other features may offer to do with it; its subject is the layer's. */
  subjectOf(item: I): AlertThing;
  /** Made up, for `test alert`. @param now milliseconds since 1970 */
  sample(now: number): I;
}

/** What a watch can be narrowed by; each source knows some of them. */
export const filterWords = ['level', 'type', 'service', 'region', 'tag', 'by'] as const;
export type FilterWord = (typeof filterWords)[number];
