import { z } from 'zod';
import type { Change } from '#engine/changes/change.ts';
import { listUnconfirmed } from '#engine/changes/repository.ts';
import type { Db } from '#platform/storage/database.ts';
import { ACCEPT, acceptTerms } from './terms.ts';

/** The vendor's last report on a creation or an acceptance. */
const observedState = z.object({
  subscriptionId: z.string().optional(),
  provisioningState: z.string().optional(),
  acceptOwnershipState: z.string().optional(),
  acceptOwnershipUrl: z.string().optional(),
  /** The state just before the ownership was requested. */
  stateBefore: z.string().optional(),
  nameBefore: z.string().optional(),
  /** The link for the next read. */
  tracking: z.string().optional(),
});
export type ObservedState = z.infer<typeof observedState>;

/** @param stored of a change; nothing before the first read */
export const readObservedState = (stored: unknown): ObservedState => observedState.safeParse(stored).data ?? {};

/** Present fields only, so that equal states give equal JSON. */
export const toObservedState = (
  fields: { readonly [Name in keyof ObservedState]?: string | undefined },
): ObservedState => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const subscriptionTerms = acceptTerms.pick({ subscription: true });

/** The unconfirmed acceptance of this subscription that is still reconciled: it may have succeeded. */
export const findUnconfirmed = async (db: Db, subscriptionId: string, now: number): Promise<Change | undefined> =>
  (await listUnconfirmed(db, ACCEPT, now)).find(
    ({ terms }) => subscriptionTerms.parse(terms).subscription.id === subscriptionId.toLowerCase(),
  );
