import table from './cases.json' with { type: 'json' };

/** What has to become of an order that meets a refusal, written apart from the product's table. */
export type Wanted =
  | { readonly is: 'minute' }
  | { readonly is: 'park' }
  | { readonly is: 'shrink' }
  | { readonly is: 'isolate' }
  | { readonly is: 'general' }
  | { readonly is: 'quota' }
  | { readonly is: 'ask'; readonly field: 'from' | 'to' | 'script' | 'category' }
  /** @param says a word that the sentence for a person or its details must hold */
  | { readonly is: 'stop'; readonly says: string };

export interface Case {
  /** A status, or a code of six digits. */
  readonly name: string;
  readonly status: number | 'break' | 'unreadable';
  readonly wanted: Wanted;
}

/** Every documented code, answers without a code, and no answer at all. */
export const cases = table as readonly Case[];

/** Those with more than one way to go come more often. */
export const schedule: readonly Case[] = [
  ...cases,
  ...Array.from({ length: 3 }, () =>
    cases.filter(({ wanted }) => ['minute', 'general', 'park'].includes(wanted.is)),
  ).flat(),
];

/**
 * How many requests one run makes of one that is refused: the table of docs/sources.md, What may be sent again, within the time that the
 * translator has.
 * @param pauseSeconds what its Retry-After says
 */
export const triesOf = (status: Case['status'], pauseSeconds: number | undefined, deadlineSeconds: number): number => {
  if (status === 429 || status === 503) {
    const fit = Math.floor(deadlineSeconds / ((pauseSeconds ?? 0) + 1)) + 1;
    return Math.min(3, fit);
  }
  return [500, 502, 504, 'break'].includes(status) ? 2 : 1;
};
