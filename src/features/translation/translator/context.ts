import type { CallOptions } from '../../../api/client.ts';
import type { TranslationAnswer, TranslationQuery } from '../../../api/operations/translation.ts';
import type { Profile } from '../../../api/services/profile.ts';
import type { QuotaBreaker } from '../meter/meter.ts';
import type { Asker, Order } from '../translation.ts';
import type { AskTranslator } from './ask.ts';
import type { Parked } from './faults.ts';
import type { Piece, Writing } from './plan.ts';

/** All that the answer to one text in one language depends on, and where it is asked: two equal ones have the same answer. */
export interface AskedText {
  /** Where it is asked, without the thread's `;messageid=`: what others translated elsewhere tells nobody that they did. */
  readonly conversation: string;
  /** As it goes over the wire, markup and dictionary entries included. */
  readonly text: string;
  readonly textType: 'plain' | 'html';
  readonly to: string;
  readonly toScript?: string;
  readonly from?: string;
  readonly suggestedFrom?: string;
  readonly profanity: 'NoAction' | 'Marked' | 'Deleted';
  /** Of a custom system. */
  readonly category?: string;
  readonly allowFallback: boolean;
  readonly curious: boolean;
}

/** What the translator said to one text in one language; plain data, fit for JSON. */
export interface KnownText {
  readonly text: string;
  readonly transliteration?: string;
  /** Only where `from` was not given. */
  readonly detected?: { readonly language: string; readonly score: number };
  /** UTF-16 ranges, both ends inclusive, source and target side by side. */
  readonly words?: readonly (readonly [from: number, to: number, start: number, end: number])[];
  readonly sourceSentences?: readonly number[];
  readonly targetSentences?: readonly number[];
  /** A custom system took part. */
  readonly custom: boolean;
}

/** Exact repeats. What one run of an order was answered is there for its next run too, or it would be paid for twice. */
export interface Answers {
  /** In the order of the questions; undefined where nothing is known. */
  find(asked: readonly AskedText[]): Promise<readonly (KnownText | undefined)[]>;
  keep(answered: readonly (readonly [AskedText, KnownText])[]): Promise<void>;
}

/** What one request may be charged, from before it goes out until its answer says. A process that dies leaves it counted. */
export interface Reservation {
  /** Before a further try, when the one before it may have been charged: as many characters once more. */
  again(): Promise<void>;
  /** What the last try was charged, 0 when it was refused; undefined where nobody knows: it stays counted as reserved. Earlier tries stay counted. */
  settle(charged: number | undefined): Promise<void>;
}

export interface Meter {
  /** Asked once with all that an order is going to cost, before its first request. @throws AppError when a budget does not hold so much */
  foresee(characters: number, asker: Asker): Promise<void>;
  /** @throws AppError when a budget does not hold so much */
  reserve(characters: number, asker: Asker): Promise<Reservation>;
  /** Told once an order what the cache answered in place of the vendor. */
  saved(characters: number, asker: Asker): Promise<void>;
  /** Characters that are counted for this order so far, in all its runs and tries. */
  charged(): Promise<number>;
}

/** A phrase of the glossary, for one source language or for all of them. */
export interface Term {
  readonly phrase: string;
  readonly translation: string;
}

export interface TranslateDeps {
  readonly call: (question: TranslationQuery, options: CallOptions) => Promise<TranslationAnswer>;
  /** Whose markup the dictionary is written in. */
  readonly profile: Profile;
  readonly answers: Answers;
  readonly meter: Meter;
  /** One for the whole process. */
  readonly breaker: QuotaBreaker;
  /** What holds for this asker between these languages. `from` undefined: whatever the source, to see whether any may occur. */
  readonly terms: (asker: Asker, from: string | undefined, to: string) => Promise<readonly Term[]>;
  readonly settings: {
    /** From 0 to 1: below it the vendor is not sure of a language. */
    readonly lowScore: number;
  };
  /** Told after each request how many characters of how many are there; those known already are there at once. */
  readonly progress: (done: number, of: number) => void;
  /** The process is about to end: nothing more is sent, and what there is stays in `answers`. */
  readonly stopping: () => boolean;
  /** More lines, each once for each language, are refused before anything is looked up. */
  readonly mostTexts: number;
  /** Nobody waits for the result any longer; milliseconds since 1970. */
  readonly endBy: number;
  /** How often this order has been parked already, and why: as the last `Park` said; `{}` in the first run. */
  readonly parked: Parked;
  /** A GUID. */
  readonly correlation: string;
  readonly now: () => number;
}

/** What all steps of one order work with. */
export interface Work {
  readonly order: Order;
  readonly asker: Asker;
  readonly deps: TranslateDeps;
  readonly writing: Writing;
  readonly translator: AskTranslator<Piece>;
}
