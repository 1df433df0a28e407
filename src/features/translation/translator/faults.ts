import type { VendorError } from '#cloud/errors/errors.ts';
import { iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { AppError, type AppErrorOptions, type TextKey } from '#platform/lib/errors.ts';

/** How often an order has been parked since its last progress, and why. */
export type Parked = Readonly<Partial<Record<ParkReason, number>>>;

/** The next step of an order that could not be carried out now. */
export type Next =
  /** Run it again at this moment (milliseconds since 1970) and pass `parked`; responses are cached. */
  | { readonly is: 'park'; readonly until: number; readonly why: ParkReason | 'stopping'; readonly parked: Parked }
  | { readonly is: 'ask'; readonly field: FaultyField }
  /** It has ended, with a reason. */
  | { readonly is: 'stop' };

/** A failure or limit of the translator: the text for the person, and the job's next step. */
export class TranslationFault extends AppError {
  override readonly name = 'TranslationFault';
  readonly next: Next;

  constructor(options: AppErrorOptions, next: Next) {
    super({ ...options, retryable: next.is === 'park' });
    this.next = next;
  }
}

/** How often an order waits for the same reason without progress. */
export const MOST_PARKS = 3;

export interface FaultContext {
  readonly now: number;
  /** The deadline of the order; milliseconds since 1970. */
  readonly endBy: number;
  readonly parked: Parked;
  /** Whether this run had a response: then earlier counts are reset. */
  readonly gained: boolean;
}

/** The least wait, and the texts for a person during and after it. */
const WAITS: Readonly<Record<ParkReason, { readonly ms: number; readonly waiting: TextKey; readonly still: TextKey }>> =
  {
    preparing: {
      ms: MINUTE,
      waiting: 'translation.fault.preparing',
      still: 'translation.fault.stillPreparing',
    },
    throttled: {
      ms: MINUTE,
      waiting: 'translation.fault.throttled',
      still: 'translation.fault.stillThrottled',
    },
    away: {
      ms: 30 * SECOND,
      waiting: 'translation.fault.away',
      still: 'translation.fault.stillAway',
    },
  };

/**
 * The fault for a refusal without another remedy. It has none of the vendor's words, because they may contain the text to
 * translate.
 */
export const faultOf = (error: VendorError, remedy: Remedy, context: FaultContext): TranslationFault => {
  const { vendorCode, status, requestId = '—', correlationId = '—', retryAfterMs } = error;
  const values = {
    code: vendorCode || (status > 0 ? `HTTP ${status}` : error.code),
    request: requestId,
    correlation: correlationId,
    seconds: Math.ceil((retryAfterMs ?? 0) / SECOND),
  };
  const options = { code: error.code, text: error.textKey, values };
  if (remedy.is === 'wait') return parkedFault(remedy.why, retryAfterMs, options, context);
  if (remedy.is === 'ask') return new TranslationFault(options, { is: 'ask', field: remedy.field });
  if (remedy.is === 'general') return new TranslationFault(options, { is: 'ask', field: 'category' });
  const text = remedy.is === 'isolate' ? 'translation.fault.text' : remedy.is === 'stop' ? remedy.text : undefined;
  return new TranslationFault({ ...options, text: text ?? options.text }, { is: 'stop' });
};

/** The process ends: the next one continues at once. */
export const interrupted = ({ now, parked }: Pick<FaultContext, 'now' | 'parked'>): TranslationFault =>
  new TranslationFault(
    { code: 'Translation.Interrupted', text: 'translation.fault.interrupted' },
    { is: 'park', until: now, why: 'stopping', parked },
  );

/** A successful answer of the translator that does not match the request. */
export const unreadable = (): TranslationFault =>
  new TranslationFault({ code: 'Translation.Malformed', text: 'translation.fault.malformed' }, { is: 'stop' });

export const tooLate = (): TranslationFault =>
  new TranslationFault({ code: 'Translation.TooLate', text: 'translation.fault.tooLate' }, { is: 'stop' });

export const tooManyTexts = (most: number): TranslationFault =>
  new TranslationFault(
    { code: 'Translation.TooMany', text: 'translation.fault.tooManyTexts', values: { most } },
    { is: 'stop' },
  );

/** @param until when the next period begins, in milliseconds since 1970 */
export const quotaUsedUp = (until: number): TranslationFault =>
  new TranslationFault(
    { code: 'Translation.Quota', text: 'translation.fault.quota', values: { until: iso(until).slice(0, 10) } },
    { is: 'stop' },
  );

const parkedFault = (
  why: ParkReason,
  asked: number | undefined,
  options: AppErrorOptions,
  { now, endBy, parked, gained }: FaultContext,
): TranslationFault => {
  const times = (gained ? 0 : (parked[why] ?? 0)) + 1;
  const { ms, waiting, still } = WAITS[why];
  const until = now + Math.max(asked ?? 0, ms);
  if (times > MOST_PARKS || until >= endBy) return new TranslationFault({ ...options, text: still }, { is: 'stop' });
  const next = { is: 'park', until, why, parked: { ...(gained ? {} : parked), [why]: times } } as const;
  return new TranslationFault({ ...options, text: waiting }, next);
};

/** Why an order waits: its custom system is being prepared, a rate limit, or the translator is unavailable. */
type ParkReason = 'preparing' | 'throttled' | 'away';

/** A field of the order that the person can correct. */
type FaultyField = 'from' | 'to' | 'script' | 'category';

/** The remedy for a refusal of the translator. */
type Remedy =
  /** Send the same later; the order is parked. */
  | { readonly is: 'wait'; readonly why: ParkReason }
  /** Send less at once. */
  | { readonly is: 'shrink' }
  /** One of the texts is the cause: send the others without it. */
  | { readonly is: 'isolate' }
  /** Use the general system instead of the custom one, if the order allows it; otherwise the person chooses. */
  | { readonly is: 'general' }
  | { readonly is: 'ask'; readonly field: FaultyField }
  /** Send nothing more for anybody until the next period. */
  | { readonly is: 'quota' }
  /** Steward's operators must act. */
  | { readonly is: 'stop'; readonly text?: TextKey };

const wait = (why: ParkReason): Remedy => ({ is: 'wait', why });
const ask = (field: FaultyField): Remedy => ({ is: 'ask', field });
/** Our own texts instead of the vendor's, which may contain the text to translate. */
const stop = (text?: TextKey): Remedy => ({ is: 'stop', ...(text === undefined ? {} : { text }) });

/** By the 6-digit codes (docs/sources.md, Translator). */
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

/** Answers without a code (docs/sources.md, Translator), also from proxies. */
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

/** By the outcome of the request. One that may be charged without an answer has been tried twice, and is not retried. */
const byFailure: Readonly<Record<string, Remedy>> = {
  'Vendor.NotSent': wait('away'),
  'Vendor.Throttled': wait('throttled'),
  'Vendor.Unavailable': wait('away'),
  'Vendor.Lost': stop('translation.fault.lost'),
  'Vendor.Malformed': stop('translation.fault.malformed'),
  'Vendor.TooLarge': stop('translation.fault.malformed'),
};

/** The remedy, by code before status. */
export const remedyOf = ({ code, status, vendorCode }: VendorError): Remedy =>
  byCode[vendorCode] ?? byFailure[code] ?? byStatus[status] ?? stop('translation.fault.unknown');
