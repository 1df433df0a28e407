import { z } from 'zod';
import { type Reason, storedReason } from '#engine/answers/answer-job.ts';
import type { NewDelivery } from '#engine/outbox/repository.ts';
import type { Document, Message } from './message/document.ts';
import type { TranslationRow } from './store.ts';
import type { Parked, TranslationFault } from './translator/faults.ts';

/** The most languages of one order. */
export const MOST_TARGETS = 12;

/** A language to translate into, as a BCP 47 code, and the script to write it in besides its own. */
export interface Target {
  readonly language: string;
  readonly script?: string;
}

/** The terms of an order: none, or only those of its own conversation. */
export const glossaryChoices = ['none', 'channel'] as const;
export type Glossary = (typeof glossaryChoices)[number];

/** A complete request, as it is stored. */
export interface Order {
  readonly message: Message;
  readonly to: readonly Target[];
  /** Detected block by block when absent. */
  readonly from?: string;
  /** For blocks with an unsure detection (docs/sources.md, Translator). */
  readonly suggestedFrom?: string;
  readonly profanity: 'NoAction' | 'Marked' | 'Deleted';
  /** The category id of a custom system. */
  readonly category?: string;
  readonly allowFallback: boolean;
  /** Whose terms are used; all that apply in the conversation when absent. */
  readonly glossary?: Glossary;
  /** With word alignment and sentence lengths, which the vendor has only for plain text. */
  readonly alignment: boolean;
}

/** The people and places of its budgets and glossaries. */
export interface Asker {
  readonly objectId: string;
  readonly tenantId: string;
  /** Without the thread's `;messageid=`. */
  readonly conversationId: string;
  readonly teamId?: string;
}

/** A source language, the most frequent one first. */
export interface Source {
  readonly language: string;
  /** The vendor's score, from 0 to 1; absent if the language was given, or certain without the vendor. */
  readonly score?: number;
  readonly blocks: number;
}

export interface AlignedText {
  readonly source: string;
  readonly target: string;
  /** UTF-16 ranges, both ends inclusive, source and target side by side. */
  readonly words: readonly (readonly [from: number, to: number, start: number, end: number])[];
  readonly sourceSentences: readonly number[];
  readonly targetSentences: readonly number[];
}

export interface TargetResult {
  readonly target: Target;
  readonly document: Document;
  /** Blocks that stay in the original because their protected parts did not come back intact. */
  readonly untouched: number;
  /** The whole text in the other script, if requested. */
  readonly transliterated?: string;
  /** If word alignment was requested. */
  readonly aligned?: readonly AlignedText[];
  readonly custom: boolean;
}

/** The result of an order. */
export interface Result {
  readonly sources: readonly Source[];
  /** The vendor was not sure of the language, so the card asks. */
  readonly doubtful: boolean;
  readonly targets: readonly TargetResult[];
  /** Characters that the vendor charged; 0 if all came from the cache or nothing had to be sent. */
  readonly charged: number;
}

/** Why there is no result, for the person. */
export interface TranslationReason extends Reason {
  /** The field that they can correct. */
  readonly field?: Extract<TranslationFault['next'], { is: 'ask' }>['field'];
}

/** A card whose texts are translated, and the conversation where the person reads it. */
export interface SourceCard {
  /** Of the card, as in `alert:…`. */
  readonly subject: string;
  /** Without the thread's `;messageid=`. */
  readonly conversationId: string;
}

export type TranslationState =
  /** `note`: the reason of a delay. */
  | { readonly is: 'waiting'; readonly done: number; readonly of: number; readonly note?: TranslationReason }
  /** `note`: why the last request was not carried out. */
  | { readonly is: 'done'; readonly outcome: Result; readonly note?: TranslationReason }
  | ({ readonly is: 'failed' } & TranslationReason);

/** The shown page, of its texts or of their sentences and words. */
export interface View {
  readonly page: number;
  readonly face: 'texts' | 'alignment';
  /** Only the beginning of the message: Teams quotes no more, or it was too long. */
  readonly shortened?: 'quote' | 'length';
  /** The person chose this language because theirs is unknown: the card offers to remember it. */
  readonly remember?: string;
  /** The language that the person has just set as theirs. */
  readonly remembered?: string;
}
export const firstView: View = { page: 0, face: 'texts' };

/** One translation from its row. */
export interface Translation {
  /** The only data in its buttons. */
  readonly id: string;
  readonly askedBy: string;
  readonly asker: Asker;
  readonly order: Order;
  /** The card with the texts; absent for a typed text or a message. */
  readonly thing?: SourceCard;
  readonly view: View;
  readonly version: number;
  readonly parked: Parked;
  readonly state: TranslationState;
}

/** The target of its card if no turn shows it. */
export type Destination = Pick<NewDelivery, 'to' | 'postedAs'>;

/** Written and read only by this feature; its parts have their own types. */
const stored = <T>() => z.custom<T>((value) => typeof value === 'object' && value !== null);
/** Old rows say `curious`. */
const order = stored<Order & { readonly curious?: boolean }>().transform(
  ({ curious = false, ...rest }): Order => ({ ...rest, alignment: rest.alignment ?? curious }),
);
const asker = stored<Asker>();
const outcome = stored<Result>();
const parked = stored<Parked>();
/** Old rows say `standsAs`. */
const reach = stored<Destination & { readonly standsAs?: Destination['postedAs'] }>().transform(
  ({ standsAs, ...rest }): Destination => (standsAs ? { ...rest, postedAs: standsAs } : rest),
);
const cards = stored<SourceCard>();
const view = stored<Omit<View, 'face'> & { readonly face: View['face'] | 'curious' }>().transform(
  ({ face, ...rest }): View => ({ ...rest, face: face === 'curious' ? 'alignment' : face }),
);
const why = storedReason.extend({
  field: z.enum(['from', 'to', 'script', 'category']).optional(),
});

export const readDestination = (row: TranslationRow): Destination => reach.parse(JSON.parse(row.reach_json));

export const loadTranslation = (row: TranslationRow): Translation => ({
  id: row.id,
  askedBy: row.asked_by,
  asker: asker.parse(JSON.parse(row.asker_json)),
  order: order.parse(JSON.parse(row.order_json)),
  ...(row.thing_json === null ? {} : { thing: cards.parse(JSON.parse(row.thing_json)) }),
  view: view.parse(JSON.parse(row.view_json)),
  version: row.version,
  parked: parked.parse(JSON.parse(row.parked_json)),
  state: stateOf(row),
});

const whyOf = (json: string): TranslationReason => {
  const { field, ...told } = why.parse(JSON.parse(json));
  return { ...told, ...(field === undefined ? {} : { field }) };
};

const stateOf = (row: TranslationRow): TranslationState => {
  const note = row.why_json === null ? {} : { note: whyOf(row.why_json) };
  if (row.state === 'waiting') {
    const { done, of } = row;
    return { is: 'waiting', done, of, ...note };
  }
  if (row.state === 'failed') return { is: 'failed', ...whyOf(row.why_json ?? '{}') };
  return { is: 'done', outcome: outcome.parse(JSON.parse(row.outcome_json ?? 'null')), ...note };
};

/** The actions on a translation; their data are its id, and a page or a language. */
export const translationVerbs = {
  page: 'translation.page',
  show: 'translation.show',
  from: 'translation.from',
  alignment: 'translation.curious',
  texts: 'translation.texts',
  change: 'translation.change',
  remember: 'translation.remember',
} as const;
