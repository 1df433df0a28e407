import { VendorError } from '../../api/errors/errors.ts';
import type { Step } from '../../api/long-running.ts';
import {
  type AcceptedSubscription,
  acceptSubscriptionOwnership,
  getAcceptOwnershipStatus,
} from '../../api/operations/subscriptions.ts';
import type { Change } from '../../changes/change.ts';
import type { ChangeContext, Confirmation } from '../../changes/change-kind.ts';
import { failedBy } from '../../changes/failed-by.ts';
import { readSeen, type Seen, toSeen } from './seen.ts';
import type { AcceptTerms } from './terms.ts';

/** The vendor took the request: where its Location leads says when it is done. */
export const operationVerdict = ({ progress, tracking, waitMs }: Step<AcceptedSubscription>): Confirmation =>
  progress === 'succeeded'
    ? { is: 'done', seen: { acceptOwnershipState: 'Completed' } }
    : { is: 'unsettled', arrived: true, waitMs, seen: { acceptOwnershipState: 'Pending', tracking } };

/** What stands there before the call goes out; where that cannot be read, nothing that is seen later proves anything. */
export const standingBefore = async (
  { terms }: Change<AcceptTerms>,
  { vendor, correlation }: ChangeContext,
): Promise<Pick<Seen, 'stateBefore' | 'nameBefore'>> => {
  try {
    const status = await vendor.call(
      getAcceptOwnershipStatus,
      { subscriptionId: terms.subscription.id },
      { correlation },
    );
    return { stateBefore: status.acceptOwnershipState, nameBefore: status.displayName };
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    return { stateBefore: undefined, nameBefore: undefined };
  }
};

/**
 * Follows the Location where there is one. After a lost answer there is none: then the status tells, and where it does not, a
 * person has to (vendor-facts section 4).
 */
export const settleAccept = async (change: Change<AcceptTerms>, context: ChangeContext): Promise<Confirmation> => {
  const { tracking } = readSeen(change.seen);
  if (tracking === undefined) return byStatus(change, context);
  const { vendor, correlation } = context;
  try {
    return operationVerdict(await vendor.poll(acceptSubscriptionOwnership, tracking, { correlation }));
  } catch (error) {
    if (!(error instanceof VendorError) || !isFinal(error)) throw error;
    // What the Location led to is gone, or cannot be read: the status is all that is left.
    return error.status === 404 || error.status < 400 ? byStatus(change, context) : failedBy(error);
  }
};

/** The operation ended. Without an answer, or the right to look, nothing is known of it. */
const isFinal = ({ status, retryable }: VendorError): boolean =>
  !retryable && status >= 200 && status !== 401 && status !== 403;

const byStatus = async (
  { terms, phase, seen: before }: Change<AcceptTerms>,
  { vendor, correlation }: ChangeContext,
): Promise<Confirmation> => {
  const input = { subscriptionId: terms.subscription.id };
  const status = await vendor.call(getAcceptOwnershipStatus, input, { correlation });
  const { acceptOwnershipState, provisioningState } = status;
  const seen = toSeen({ provisioningState, acceptOwnershipState });
  if (acceptOwnershipState === 'Expired') {
    const failure = { code: 'Expired', text: 'subscriptions.failure.expired', values: {}, rules: [] };
    return { is: 'failed', failure, seen };
  }
  const ours = phase === 'arrived' || (status.displayName === terms.displayName && isProof(terms, readSeen(before)));
  if (acceptOwnershipState === 'Completed' && ours) return { is: 'done', seen };
  return { is: 'unsettled', arrived: phase === 'arrived', seen };
};

/**
 * Somebody else may have been first. Of a call whose answer was lost only the name that we asked for shows that it was ours,
 * and only where the subscription was neither called so nor taken before.
 */
const isProof = ({ displayName }: AcceptTerms, { stateBefore, nameBefore }: Seen): boolean =>
  nameBefore !== undefined && nameBefore !== displayName && stateBefore !== 'Completed';
