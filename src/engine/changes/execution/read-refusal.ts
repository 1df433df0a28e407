import { VendorError } from '#cloud/errors/errors.ts';
import type { AppError } from '#platform/lib/errors.ts';
import type { Change } from '../change.ts';
import type { Confirmation } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { type CallApprover, notTheirs } from './approver-token.ts';
import { isAtMostOnce } from './at-most-once.ts';
import { reasonOf } from './next-try.ts';

/** It was not looked at, or the answer was lost. */
export const isUnanswered = ({ retryable, arrived }: VendorError): boolean =>
  (retryable && arrived === 'no') || arrived === 'maybe';

/** The vendor has checked the request and refused it. */
export const isRefused = (error: AppError): boolean =>
  error instanceof VendorError && error.arrived === 'yes' && (error.status === 400 || error.status === 409);

/**
 * The outcome of a refusal. If an earlier answer was lost, a refusal says nothing about that attempt, unless the vendor checked
 * the request itself; and an unreadable success is still a success.
 */
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
