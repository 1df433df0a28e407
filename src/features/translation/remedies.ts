import type { VendorError } from '../../api/errors/errors.ts';

/** Why an order waits: its custom system is being prepared, too much was asked, or the translator is away. */
export type ParkReason = 'preparing' | 'throttled' | 'away';

/** A field of the order that the person can put right. */
export type FaultyField = 'from' | 'to' | 'script' | 'category';

/** What helps against a refusal of the translator. */
export type Remedy =
  /** The same later; the order is parked. */
  | { readonly is: 'wait'; readonly why: ParkReason }
  /** Less at once. */
  | { readonly is: 'shrink' }
  /** One of the texts is at fault: the others without it. */
  | { readonly is: 'isolate' }
  /** The general system instead of the custom one, where the order allows it; else the person chooses. */
  | { readonly is: 'general' }
  | { readonly is: 'ask'; readonly field: FaultyField }
  /** Nothing more for anybody until the next period. */
  | { readonly is: 'quota' }
  /** Those who run Steward must do something. */
  | { readonly is: 'stop'; readonly text?: string };

const wait = (why: ParkReason): Remedy => ({ is: 'wait', why });
const ask = (field: FaultyField): Remedy => ({ is: 'ask', field });
/** In words of our own where the vendor's would be quoted: they may hold what was to be translated. */
const stop = (text?: string): Remedy => ({ is: 'stop', ...(text === undefined ? {} : { text }) });

/** By the 6-digit codes (vendor-facts section 3, Translator). */
const byCode: Readonly<Record<string, Remedy>> = {
  400000: stop('translation.fault.input'),
  400002: ask('category'),
  400003: ask('from'),
  400004: ask('script'),
  400005: { is: 'isolate' },
  400006: ask('script'),
  400018: ask('script'),
  400019: ask('to'),
  400020: { is: 'isolate' },
  400021: stop(),
  400023: ask('to'),
  400035: ask('from'),
  400036: ask('to'),
  400042: stop('translation.fault.option'),
  400043: stop(),
  400050: { is: 'shrink' },
  400070: ask('script'),
  400071: stop(),
  400072: { is: 'shrink' },
  400074: stop(),
  400075: { is: 'general' },
  400077: { is: 'shrink' },
  400079: { is: 'general' },
  401000: stop(),
  401015: stop(),
  403000: stop(),
  403001: { is: 'quota' },
  405000: stop(),
  408001: wait('preparing'),
  408002: wait('away'),
  415000: stop(),
  429000: wait('throttled'),
  429001: wait('throttled'),
  429002: wait('throttled'),
  500000: stop('translation.fault.support'),
  503000: wait('away'),
};

/** Answers without a code (document 3, Errors), and those of whatever stands between. */
const byStatus: Readonly<Record<number, Remedy>> = {
  400: stop('translation.fault.input'),
  401: stop(),
  403: stop(),
  408: wait('preparing'),
  429: wait('throttled'),
  500: stop('translation.fault.support'),
  502: stop('translation.fault.lost'),
  503: wait('away'),
  504: stop('translation.fault.lost'),
};

/** By what became of the request. What may be charged without an answer was tried twice by then, and is not tried again by itself. */
const byFailure: Readonly<Record<string, Remedy>> = {
  'Vendor.NotSent': wait('away'),
  'Vendor.Throttled': wait('throttled'),
  'Vendor.Unavailable': wait('away'),
  'Vendor.Lost': stop('translation.fault.lost'),
  'Vendor.Malformed': stop('translation.fault.malformed'),
  'Vendor.TooLarge': stop('translation.fault.malformed'),
};

/** What helps, by code before status. */
export const remedyOf = ({ code, status, vendorCode }: VendorError): Remedy =>
  byCode[vendorCode] ?? byFailure[code] ?? byStatus[status] ?? stop('translation.fault.unknown');
