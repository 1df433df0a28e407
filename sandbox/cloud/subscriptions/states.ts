import { DAY } from '../../../src/platform/lib/clock.ts';
import type { AliasRow, SubscriptionRow } from './tables.ts';

/** How long an ownership can be accepted, in milliseconds from the alias. */
export const OWNERSHIP_LIFE = 14 * DAY;

type OwnershipState = 'Completed' | 'Expired' | 'Pending';

/** @param now in milliseconds */
export const aliasState = ({ settles_at, open_state, outcome }: AliasRow, now: number): string =>
  settles_at !== null && settles_at <= now ? outcome : open_state;

/** An acceptance that was requested in time stays valid after the end of the offer. @param now in milliseconds */
export const ownershipState = (subscription: SubscriptionRow, now: number): OwnershipState => {
  const { ownership_until: until, accepted_at: accepted } = subscription;
  if (until === null || (accepted !== null && accepted <= now)) return 'Completed';
  return accepted === null && until <= now ? 'Expired' : 'Pending';
};
