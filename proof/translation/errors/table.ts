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

const park = { is: 'park' } as const;
const stop = (says: string): Wanted => ({ is: 'stop', says });
const ask = (field: 'from' | 'to' | 'script' | 'category'): Wanted => ({ is: 'ask', field });
const CORRELATION = '66666666-6666-4666-8666-666666666666';
const REQUEST = 'request-0815';

const codes: Readonly<Record<string, Wanted>> = {
  400000: stop(CORRELATION),
  400002: ask('category'),
  400003: ask('from'),
  400004: ask('script'),
  400005: { is: 'isolate' },
  400006: ask('script'),
  400018: ask('script'),
  400019: ask('to'),
  400020: { is: 'isolate' },
  400021: stop('update'),
  400023: ask('to'),
  400035: ask('from'),
  400036: ask('to'),
  400042: stop('options'),
  400043: stop('id'),
  400050: { is: 'shrink' },
  400070: ask('script'),
  400071: stop('HTML'),
  400072: { is: 'shrink' },
  400074: stop(CORRELATION),
  400075: { is: 'general' },
  400077: { is: 'shrink' },
  400079: { is: 'general' },
  401000: stop('key'),
  401015: stop('key'),
  403000: stop('key'),
  403001: { is: 'quota' },
  405000: stop(CORRELATION),
  408001: { is: 'minute' },
  408002: park,
  415000: stop(CORRELATION),
  429000: park,
  429001: park,
  429002: park,
  500000: stop(REQUEST),
  503000: park,
};

/** Answers without a code, and no answer at all. */
const others: readonly Case[] = [
  { name: '400', status: 400, wanted: stop(CORRELATION) },
  { name: '401', status: 401, wanted: stop('key') },
  { name: '403', status: 403, wanted: stop('key') },
  { name: '404', status: 404, wanted: stop(CORRELATION) },
  { name: '408', status: 408, wanted: { is: 'minute' } },
  { name: '429', status: 429, wanted: park },
  { name: '500', status: 500, wanted: stop(REQUEST) },
  { name: '502', status: 502, wanted: stop('again') },
  { name: '503', status: 503, wanted: park },
  { name: '504', status: 504, wanted: stop('again') },
  { name: 'break', status: 'break', wanted: stop('again') },
  { name: 'unreadable', status: 'unreadable', wanted: stop('again') },
];

export const cases: readonly Case[] = [
  ...Object.entries(codes).map(([name, wanted]) => ({ name, status: Number(name.slice(0, 3)), wanted })),
  ...others,
];

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
