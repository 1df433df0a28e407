import type { CallOptions } from '../../../api/client.ts';
import type { TranslationAnswer, TranslationQuery } from '../../../api/operations/translation.ts';
import type { Profile } from '../../../api/services/profile.ts';
import type { Term } from '../glossary/term-store.ts';
import type { Meter } from '../meter/meter.ts';
import type { Asker, Order } from '../translation.ts';
import type { Translator } from './ask.ts';
import type { Parked } from './faults.ts';
import type { Writing } from './plan.ts';
import type { ResponseCache } from './response-store.ts';

export interface TranslateDeps {
  readonly call: (query: TranslationQuery, options: CallOptions) => Promise<TranslationAnswer>;
  /** Whose markup the dictionary is written in. */
  readonly profile: Profile;
  readonly cache: ResponseCache;
  readonly meter: Meter;
  /** One for the whole process. */
  readonly breaker: QuotaBreaker;
  /** The asker's terms between these languages. `from` undefined: of every source language, to see whether any may occur. */
  readonly terms: (asker: Asker, from: string | undefined, to: string) => Promise<readonly Term[]>;
  readonly settings: {
    /** From 0 to 1: below it the vendor is not sure of a language. */
    readonly lowScore: number;
  };
  /** Called after each request with the characters that are there, of how many; cached ones are there at once. */
  readonly progress: (done: number, of: number) => void;
  /** The process is about to end: nothing more is sent, and the responses stay in the cache. */
  readonly stopping: () => boolean;
  /** More lines, each once for each language, are refused before anything is looked up. */
  readonly mostTexts: number;
  /** Nobody waits for the result any longer; milliseconds since 1970. */
  readonly endBy: number;
  /** How often this order has been parked already, and why: as the last `park` said; `{}` in the first run. */
  readonly parked: Parked;
  /** A GUID. */
  readonly correlation: string;
  readonly now: () => number;
}

/** What all steps of one order work with. */
export interface Run {
  readonly order: Order;
  readonly asker: Asker;
  readonly deps: TranslateDeps;
  readonly writing: Writing;
  readonly translator: Translator;
}

/** Keeps everybody's requests back once the vendor's free translations are used up (403001). */
export interface QuotaBreaker {
  /** Until when nothing is sent, in milliseconds since 1970; undefined when something may be. */
  closedUntil(now: number): number | undefined;
  usedUp(now: number): void;
  /** The vendor has answered again. */
  reset(): void;
}
