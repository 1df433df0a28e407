import { z } from 'zod';
import { VendorError } from '#cloud/errors/errors.ts';
import { findOperation } from '#cloud/operations/index.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import type { AppError } from '#platform/lib/errors.ts';
import { joinMarkdown, type Markdown, oneLine } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Change } from '../change.ts';
import type { Confirmation } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { type CallApprover, notTheirs } from './approver-token.ts';

/** Whether the stored call is sent at most once (docs/sources.md, What may be sent again): after doubt reads decide, then a person. */
export const isAtMostOnce = ({ frozen }: Pick<Change, 'frozen'>): boolean =>
  frozen !== undefined && findOperation(frozen.operation)?.retry === 'unsent-only';

/** Never sent: no connection, a pause that the vendor had requested, or no sign-in. */
export const neverLeft = ({ arrived, status, code }: VendorError): boolean =>
  arrived === 'no' && (status === 0 || code === 'Vendor.SignIn');

/** It may have had an effect: gateways also answer 503 for a service behind them. A limit (429) is a definite refusal. */
export const mayHaveArrived = (error: VendorError): boolean =>
  error.arrived === 'maybe' || (error.status === 503 && !neverLeft(error));

/** How long reads may take before a person is asked, in milliseconds. */
export const RECONCILE_WINDOW_MS = 5 * MINUTE;

const reasons = ['refused', 'throttled', 'away', 'unreachable'] as const;

const storedTry = z.object({
  /** When it is sent again. */
  at: z.string(),
  /** Until when it is tried. */
  until: z.string(),
  code: z.string(),
  why: z.enum(reasons),
  /** What the vendor says; empty where it says nothing. */
  message: z.string(),
});
export type NextTry = z.infer<typeof storedTry>;

/** What a refusal for now says. */
export interface Later extends Pick<NextTry, 'code'>, Partial<Pick<NextTry, 'why' | 'message'>> {
  /** The most tries before it is final; by default the change's own time counts. */
  readonly mostTries?: number | undefined;
}

const stored = z.object({ again: storedTry });

/** The last refusal for now of a call that is sent again; undefined where there was none. */
export const lastRefusal = ({ seen }: Pick<Change, 'seen'>): NextTry | undefined => stored.safeParse(seen).data?.again;

/** When the engine sends a call again that the vendor refuses for now, and why not before; undefined otherwise. */
export const nextTry = (change: Change, now: number): NextTry | undefined => {
  const last = change.state === 'doing' && change.phase === 'send' ? lastRefusal(change) : undefined;
  return last && Date.parse(last.at) > now ? last : undefined;
};

/** Why it waits, when Steward tries again, and until when. @param own the kind's words for the reason and the next try */
export const nextTryText = (
  change: Change,
  words: Words,
  now: number,
  own: (next: NextTry) => Markdown | undefined = () => undefined,
): Markdown | undefined => {
  const next = nextTry(change, now);
  if (!next) return undefined;
  const { at, until, message, why } = next;
  const name = message === '' && why === 'refused' ? 'unsaid' : why;
  const said = own(next) ?? words.markdown(`changes.later.${name}`, { at, message });
  return joinMarkdown([said, words.markdown('changes.later.until', { until })], '\n\n');
};

const LONGEST_MESSAGE = 300;

/** What a refusal for now tells people. */
export const reasonOf = (error: VendorError): Pick<NextTry, 'why' | 'message' | 'code'> => {
  const { status, code, vendorCode, vendorMessage } = error;
  const throttled = status === 429 || code === 'Vendor.Throttled';
  const away = status >= 500 || code === 'Vendor.Unavailable';
  return {
    code: vendorCode || code,
    why: throttled ? 'throttled' : away ? 'away' : error.arrived === 'no' ? 'unreachable' : 'refused',
    message: oneLine(vendorMessage, LONGEST_MESSAGE),
  };
};

/** It was not looked at, or the answer was lost. */
export const isUnanswered = ({ retryable, arrived }: VendorError): boolean =>
  (retryable && arrived === 'no') || arrived === 'maybe';

/** The vendor has checked the request and refused it. */
export const isRefused = (error: AppError): boolean =>
  error instanceof VendorError && error.arrived === 'yes' && (error.status === 400 || error.status === 409);

/** The outcome of a refusal, which says nothing about an earlier lost attempt unless the vendor checked the request itself. */
export const confirmationOf = (
  core: ChangesCore,
  before: Change,
  error: AppError,
  approver: CallApprover | undefined,
): Confirmation => {
  if (!(error instanceof VendorError)) {
    if (before.maybeSent) return { is: 'unsettled', arrived: false };
    return { is: 'failed', failure: { code: error.code, text: error.textKey, values: {}, rules: [] } };
  }
  if (error.arrived === 'yes' && error.status < 400) return { is: 'unsettled', arrived: true };
  if (before.maybeSent && !isRefused(error)) return { is: 'unsettled', arrived: false };
  const refused = approver && notTheirs(error, approver.person);
  if (refused) return refused;
  const meant = core.kindOf(before.kind).readError(error, before);
  const forNow = { is: 'later', ...reasonOf(error), mostTries: error.mostTries } as const;
  if (meant.is === 'later') return { ...forNow, ...meant };
  return meant.is === 'failed' && isForNow(error, before) ? forNow : meant;
};

/** What goes at most once does not go again, whatever the refusal says. */
const isForNow = ({ is, mostTries = Number.POSITIVE_INFINITY }: VendorError, change: Change): boolean =>
  is === 'later' && !isAtMostOnce(change) && change.attempts + 1 < mostTries;
