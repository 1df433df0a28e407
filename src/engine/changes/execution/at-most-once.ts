import type { VendorError } from '#cloud/errors/errors.ts';
import { findOperation } from '#cloud/operations/index.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import type { Change } from '../change.ts';

/**
 * Whether the stored call may be sent at most once (docs/sources.md, What may be sent again): after a lost answer, or a crash that may have
 * followed the sending, it is never sent again. Reads decide, and then a person.
 */
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
