import type { Document, Message } from './message/document.ts';

/** Languages that one order may have. */
export const MOST_TARGETS = 12;

/** A language to translate into, as a BCP 47 code, and the script to write it in besides its own. */
export interface Target {
  readonly language: string;
  readonly script?: string;
}

/** All that somebody asked for: what the stored row holds. */
export interface Order {
  readonly message: Message;
  readonly to: readonly Target[];
  /** Detected block by block when absent. */
  readonly from?: string;
  /** For what detection does not settle (document 3, suggestedFrom). */
  readonly suggestedFrom?: string;
  readonly profanity: 'NoAction' | 'Marked' | 'Deleted';
  /** The category id of a custom system. */
  readonly category?: string;
  readonly allowFallback: boolean;
  /** With word alignment and lengths of sentences, which the vendor has for plain text only. */
  readonly curious: boolean;
}

/** Whose budget it counts against, and whose glossary holds. */
export interface Asker {
  readonly objectId: string;
  readonly tenantId: string;
  /** Without the thread's `;messageid=`. */
  readonly conversationId: string;
  readonly teamId?: string;
}

/** A source language that occurs, the most frequent one first. */
export interface Source {
  readonly language: string;
  /** From 0 to 1, the vendor's; absent where the language was given, or sure without asking. */
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

export interface TargetOutcome {
  readonly target: Target;
  readonly document: Document;
  /** Blocks that stand in the original because their protected parts did not come back whole. */
  readonly untouched: number;
  /** The whole text in the other script, where one was asked for. */
  readonly transliterated?: string;
  /** For the curious. */
  readonly aligned?: readonly AlignedText[];
  readonly custom: boolean;
}

/** What an order came to. */
export interface Outcome {
  readonly sources: readonly Source[];
  /** The vendor was not sure of the language: the card asks. */
  readonly doubtful: boolean;
  readonly targets: readonly TargetOutcome[];
  /** Characters that the vendor charged; 0 where all came from the cache or nothing had to be sent. */
  readonly charged: number;
}
