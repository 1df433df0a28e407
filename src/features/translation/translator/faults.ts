import type { VendorError } from '../../../api/errors/errors.ts';
import { iso, MINUTE, SECOND } from '../../../lib/clock.ts';
import { AppError, type AppErrorOptions } from '../../../lib/errors.ts';
import type { TextKey } from '../../../lib/text-key.ts';

/** How often an order has been parked since it last came further, and why. */
export type Parked = Readonly<Partial<Record<ParkReason, number>>>;

/** What becomes of an order that could not be done now. */
export type Next =
  /** Run it again at this moment (milliseconds since 1970) and hand `parked` in; what was answered is kept. */
  | { readonly is: 'park'; readonly until: number; readonly why: ParkReason | 'stopping'; readonly parked: Parked }
  | { readonly is: 'ask'; readonly field: FaultyField }
  /** Over, and the words say why. */
  | { readonly is: 'stop' };

/** What the translator's refusals, silences and limits come to: the words for the person, and what the job does next. */
export class TranslationFault extends AppError {
  override readonly name = 'TranslationFault';
  readonly next: Next;

  constructor(options: AppErrorOptions, next: Next) {
    super({ ...options, retryable: next.is === 'park' });
    this.next = next;
  }
}

/** How often an order waits for the same thing without coming further. */
export const MOST_PARKS = 3;

export interface FaultContext {
  readonly now: number;
  /** Nobody waits for the result any longer; milliseconds since 1970. */
  readonly endBy: number;
  readonly parked: Parked;
  /** Something was answered in this run: what was counted before no longer matters. */
  readonly gained: boolean;
}

/** How long a wait is at least, and what a person is told while it lasts and when it was in vain. */
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
 * The fault that a refusal comes to where nothing else helps. Of the vendor's words it takes none: they may hold what was to
 * be translated.
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

/** The process ends: the next one goes on at once. */
export const interrupted = ({ now, parked }: Pick<FaultContext, 'now' | 'parked'>): TranslationFault =>
  new TranslationFault(
    { code: 'Translation.Interrupted', text: 'translation.fault.interrupted' },
    { is: 'park', until: now, why: 'stopping', parked },
  );

/** The translator said yes, and then not what was asked for. */
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
  | { readonly is: 'stop'; readonly text?: TextKey };

const wait = (why: ParkReason): Remedy => ({ is: 'wait', why });
const ask = (field: FaultyField): Remedy => ({ is: 'ask', field });
/** In words of our own where the vendor's would be quoted: they may hold what was to be translated. */
const stop = (text?: TextKey): Remedy => ({ is: 'stop', ...(text === undefined ? {} : { text }) });

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
