import { profileOf } from '#cloud/services/profile.ts';
import type { Term } from '#features/translation/glossary/term-store.ts';
import { createQuotaBreaker } from '#features/translation/jobs.ts';
import type { Asker, Order } from '#features/translation/translation.ts';
import type { TranslateDeps } from '#features/translation/translator/context.ts';
import type { CacheKey, SegmentResponse } from '#features/translation/translator/response-store.ts';

export const asker: Asker = { objectId: 'ana', tenantId: 'tenant', conversationId: '19:channel@thread.tacv2' };

export const orderOf = (content: string, to: readonly string[], extra: Partial<Order> = {}): Order => ({
  message: { kind: 'text', content },
  to: to.map((language) => ({ language })),
  profanity: 'NoAction',
  allowFallback: true,
  alignment: false,
  ...extra,
});

/** What one reservation came to. */
export interface Counted {
  readonly reserved: number;
  again: number;
  /** Undefined: it stays as it was reserved. */
  charged?: number | undefined;
}

interface Translating {
  readonly deps: TranslateDeps;
  /** What was reserved, in order. */
  readonly meter: Counted[];
  readonly foreseen: number[];
  readonly progress: (readonly [done: number, of: number])[];
}

/** What `translate` works with, in memory; each one remembers its own answers. */
export const createTranslating = (
  call: TranslateDeps['call'],
  terms: readonly (Term & { readonly to?: string; readonly from?: string })[] = [],
  extra: Partial<TranslateDeps> = {},
): Translating => {
  const known = new Map<string, SegmentResponse>();
  const key = (asked: CacheKey): string => JSON.stringify(Object.entries(asked).sort());
  const meter: Counted[] = [];
  const foreseen: number[] = [];
  const progress: (readonly [number, number])[] = [];
  const deps: TranslateDeps = {
    call,
    profile: profileOf('Vendor'),
    cache: {
      find: async (asked) => asked.map((one) => known.get(key(one))),
      save: async (answered) => {
        for (const [asked, answer] of answered) known.set(key(asked), answer);
      },
    },
    meter: {
      foresee: async (characters) => void foreseen.push(characters),
      saved: async () => {},
      charged: async () =>
        meter.reduce((sum, { reserved, again, charged = reserved }) => sum + again * reserved + charged, 0),
      async reserve(reserved) {
        const counted: Counted = { reserved, again: 0 };
        meter.push(counted);
        return {
          async again() {
            counted.again += 1;
          },
          async settle(charged) {
            counted.charged = charged;
          },
        };
      },
    },
    terms: async (_, from, to) =>
      terms.filter((term) => (term.to ?? to) === to && (from === undefined || (term.from ?? from) === from)),
    breaker: createQuotaBreaker(),
    settings: { lowScore: 0.7 },
    progress: (...told) => void progress.push(told),
    stopping: () => false,
    mostTexts: Number.POSITIVE_INFINITY,
    endBy: Number.POSITIVE_INFINITY,
    parked: {},
    correlation: '66666666-6666-4666-8666-666666666666',
    now: () => Date.UTC(2026, 10, 22),
    ...extra,
  };
  return { deps, meter, foreseen, progress };
};
