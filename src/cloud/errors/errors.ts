import type { HttpResponse } from '#platform/http/http.ts';
import type { HttpFailure } from '#platform/http/message.ts';
import { waitOf } from '#platform/http/retry.ts';
import { AppError, type TextKey, type TextValues } from '#platform/lib/errors.ts';
import type { ErrorDecoder } from './error-body.ts';
import { type ErrorMeaning, failedRules, meaningOf, type RefusalClass, saysNameReused } from './refusal-codes.ts';

/** Whether the request arrived. `no`: it was not processed. `maybe`: only a read can tell. `yes`: it was processed. */
type Arrived = 'no' | 'maybe' | 'yes';

interface VendorErrorFields {
  readonly code: string;
  readonly text: TextKey;
  readonly arrived: Arrived;
  /** What a refusal means; by default what `retryable` says. */
  readonly is?: RefusalClass;
  readonly mostTries?: number | undefined;
  readonly retryable?: boolean;
  /** Of the API, and the service that was asked for it. */
  readonly asked?: { readonly version: string; readonly host: string } | undefined;
  readonly status?: number;
  readonly vendorCode?: string;
  readonly vendorMessage?: string;
  readonly failedRules?: readonly string[];
  readonly target?: string | undefined;
  readonly details?: string | undefined;
  readonly additionalInfo?: string | undefined;
  readonly requestId?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Every failure of a call. Its message and values have the vendor's words, never our request's. */
export class VendorError extends AppError {
  override readonly name = 'VendorError';
  /** 0 when there was no answer. */
  readonly status: number;
  /** As in the vendor's answer; empty when it had none. */
  readonly vendorCode: string;
  readonly vendorMessage: string;
  /** What it means for the same call. */
  readonly is: RefusalClass;
  /** After so many tries it is final; undefined: as long as somebody waits. */
  readonly mostTries: number | undefined;
  /** The rules that refused a role request, in the vendor's order. */
  readonly failedRules: readonly string[];
  readonly target: string | undefined;
  readonly details: string | undefined;
  readonly additionalInfo: string | undefined;
  readonly requestId: string | undefined;
  readonly correlationId: string | undefined;
  readonly arrived: Arrived;
  /** The pause that the vendor asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(fields: VendorErrorFields) {
    super({ ...fields, values: textValues(fields) });
    this.status = fields.status ?? 0;
    this.vendorCode = fields.vendorCode ?? '';
    this.vendorMessage = fields.vendorMessage ?? '';
    this.is = fields.is ?? (fields.retryable ? 'later' : 'final');
    this.mostTries = fields.mostTries;
    this.failedRules = fields.failedRules ?? [];
    this.target = fields.target;
    this.details = fields.details;
    this.additionalInfo = fields.additionalInfo;
    this.requestId = fields.requestId;
    this.correlationId = fields.correlationId;
    this.arrived = fields.arrived;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

/** The next sentence stands behind it. */
const sentence = (text: string): string => (/[.!?:…]$/.test(text) ? text : `${text}.`);

const textValues = (fields: VendorErrorFields): TextValues => ({
  code: fields.vendorCode || `HTTP ${fields.status ?? 0}`,
  message: sentence(fields.vendorMessage || '—'),
  rules: (fields.failedRules ?? []).join(', '),
  target: fields.target ?? '—',
  version: fields.asked?.version ?? '—',
  host: fields.asked?.host ?? '—',
  seconds: Math.ceil((fields.retryAfterMs ?? 0) / 1_000),
  correlation: fields.correlationId ?? '—',
});

/** Details from the answer's headers; the vendor's support asks for the ids. */
export interface AnswerIds {
  readonly requestId: string | undefined;
  readonly correlationId: string | undefined;
}

/** An answer with a status other than the operation's success statuses. */
export const errorFromAnswer = (
  answer: HttpResponse,
  decode: ErrorDecoder,
  ids: AnswerIds,
  now: number,
  asked?: VendorErrorFields['asked'],
): VendorError => {
  const body = decode(answer.text, answer.status);
  const meaning = body.meaning ?? meaningOf(answer.status, body.code, body.message, body.details);
  const reused = saysNameReused(answer.status, body.message);
  return new VendorError({
    code: reused ? 'Vendor.RequestNameReused' : `Vendor.${body.code || answer.status}`,
    text: meaning.text,
    asked,
    is: meaning.is,
    mostTries: meaning.mostTries,
    retryable: passesByItself(meaning),
    arrived: arrivedBy(answer.status, meaning),
    status: answer.status,
    vendorCode: body.code,
    vendorMessage: body.message,
    failedRules: failedRules(body.code, body.message),
    target: body.target,
    details: body.details,
    additionalInfo: body.additionalInfo,
    retryAfterMs: waitOf(answer.headers, now) ?? meaning.waitMs,
    ...ids,
  });
};

const NOT_NOW: ReadonlySet<number> = new Set([429, 503]);

const arrivedBy = (status: number, { is }: ErrorMeaning): Arrived => {
  if (is === 'lost') return 'maybe';
  if (NOT_NOW.has(status)) return 'no';
  return status >= 500 || status === 408 ? 'maybe' : 'yes';
};

/** Where only a fresh grant would pass, most calls wait for a person. */
const passesByItself = ({ is, mostTries }: ErrorMeaning): boolean =>
  is === 'lost' || (is === 'later' && mostTries === undefined);

const failures = {
  'not-sent': { text: 'unreachable', arrived: 'no', retryable: true },
  lost: { text: 'lost', arrived: 'maybe', retryable: true },
  unanswered: { text: 'unanswered', arrived: 'no', retryable: true },
  'too-large': { text: 'tooLarge', arrived: 'yes', retryable: false },
  unreadable: { text: 'malformed', arrived: 'yes', retryable: false },
  'wrong-origin': { text: 'wrongOrigin', arrived: 'no', retryable: false },
  throttled: { text: 'throttled', arrived: 'no', retryable: true },
} as const;

/** A call without an answer. @param isRead whether the call has no effect */
export const errorFromFailure = (failure: HttpFailure, correlationId: string, isRead = false): VendorError => {
  const { text, arrived, retryable } = failures[isRead && failure.kind === 'lost' ? 'unanswered' : failure.kind];
  const { away, proxy } = failure;
  return new VendorError({
    code: away ? 'Vendor.Unavailable' : failure.code.replace('Http.', 'Vendor.'),
    text: away ? 'vendor.error.unavailable' : `vendor.error.${proxy === undefined ? text : 'proxy'}`,
    target: proxy,
    ...(away ? { status: 503 } : {}),
    arrived,
    retryable,
    correlationId,
    retryAfterMs: failure.retryAfterMs,
    cause: failure,
  });
};

/** A successful answer with a body that is not as documented. */
export const malformedAnswer = (status: number, ids: AnswerIds, cause: unknown): VendorError =>
  new VendorError({ code: 'Vendor.Malformed', text: 'vendor.error.malformed', arrived: 'yes', status, cause, ...ids });
