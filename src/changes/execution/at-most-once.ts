import type { VendorError } from '../../api/errors/errors.ts';
import { findOperation } from '../../api/operations/index.ts';
import { MINUTE } from '../../lib/clock.ts';
import type { Change } from '../change.ts';

/**
 * Whether the stored call may reach the vendor once only (vendor-facts section 4): after an answer that was lost, or a crash
 * that may have come after the sending, it is never sent again. Reading decides, and then a person.
 */
export const goesOnce = ({ frozen }: Pick<Change, 'frozen'>): boolean =>
  frozen !== undefined && findOperation(frozen.operation)?.retry === 'unsent-only';

/** Not even begun: no connection, a pause that the vendor had asked for before, or no sign-in. */
export const neverLeft = ({ arrived, status, code }: VendorError): boolean =>
  arrived === 'no' && (status === 0 || code === 'Vendor.SignIn');

/** It may have come to an effect: a gateway says 503 too, of what stands behind it. Being held up by a limit (429) is a plain no. */
export const mayHaveArrived = (error: VendorError): boolean =>
  error.arrived === 'maybe' || (error.status === 503 && !neverLeft(error));

/** How long reading may take to tell before a person is asked, in milliseconds. */
export const RECONCILE_WINDOW_MS = 5 * MINUTE;
