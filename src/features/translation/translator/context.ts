import type { CallOptions } from '#cloud/client.ts';
import type { TranslationAnswer, TranslationQuery } from '#cloud/operations/translation.ts';
import type { Profile } from '#cloud/services/profile.ts';
import type { Term } from '../glossary/term-store.ts';
import type { Meter } from '../meter/meter.ts';
import type { Asker, Order } from '../translation.ts';
import type { Translator } from './ask.ts';
import type { Parked } from './faults.ts';
import type { Writing } from './plan.ts';
import type { ResponseCache } from './response-store.ts';

export interface TranslateDeps {
  readonly call: (query: TranslationQuery, options: CallOptions) => Promise<TranslationAnswer>;
  /** The profile with the dictionary's markup. */
  readonly profile: Profile;
  readonly cache: ResponseCache;
  readonly meter: Meter;
  /** One for the whole process. */
  readonly breaker: QuotaBreaker;
  /** The person's terms between these languages. `from` undefined: for every source language, to see whether any may occur. */
  readonly terms: (asker: Asker, from: string | undefined, to: string) => Promise<readonly Term[]>;
  readonly settings: {
    /** From 0 to 1: a language with a lower score is uncertain. */
    readonly lowScore: number;
  };
  /** Called after each request with the number of translated characters, and of all; cached ones count at once. */
  readonly progress: (done: number, of: number) => void;
  /** Whether the process is about to end: nothing more is sent, and the responses stay in the cache. */
  readonly stopping: () => boolean;
  /** The most lines, counted for each language; more are refused before anything is looked up. */
  readonly mostTexts: number;
  /** The deadline of the order; milliseconds since 1970. */
  readonly endBy: number;
  /** How often this order has been parked, and why, from the last `park`; `{}` in the first run. */
  readonly parked: Parked;
  /** A GUID. */
  readonly correlation: string;
  readonly now: () => number;
}

/** The context of all steps of one order. */
export interface Run {
  readonly order: Order;
  readonly asker: Asker;
  readonly deps: TranslateDeps;
  readonly writing: Writing;
  readonly translator: Translator;
}

/** Stops everybody's requests once the vendor's free translations are used up (403001). */
export interface QuotaBreaker {
  /** Until when nothing is sent, in milliseconds since 1970; undefined when requests are allowed. */
  closedUntil(now: number): number | undefined;
  usedUp(now: number): void;
  /** The vendor has answered again. */
  reset(): void;
}
