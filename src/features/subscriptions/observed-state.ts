import { z } from 'zod';
import type { Change } from '../../changes/change.ts';
import { listDoubtful } from '../../changes/repository.ts';
import type { Db } from '../../storage/database.ts';
import { ACCEPT, acceptTerms } from './terms.ts';

/** How far a creation or an acceptance has come, as the vendor last said it. */
const observedState = z.object({
  subscriptionId: z.string().optional(),
  provisioningState: z.string().optional(),
  acceptOwnershipState: z.string().optional(),
  acceptOwnershipUrl: z.string().optional(),
  /** What stood there just before the ownership was asked for. */
  stateBefore: z.string().optional(),
  nameBefore: z.string().optional(),
  /** Where the next look goes. */
  tracking: z.string().optional(),
});
export type ObservedState = z.infer<typeof observedState>;

/** @param stored of a change; nothing where nothing was seen yet */
export const readObservedState = (stored: unknown): ObservedState => observedState.safeParse(stored).data ?? {};

/** Only what is there, so that the same state is the same JSON. */
export const toObservedState = (said: { readonly [Name in keyof ObservedState]?: string | undefined }): ObservedState =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));

const subscriptionTerms = acceptTerms.pick({ subscription: true });

/** The acceptance of this subscription that nobody could confirm and that is still looked for: it may have come about. */
export const findUnconfirmed = async (db: Db, subscriptionId: string, now: number): Promise<Change | undefined> =>
  (await listDoubtful(db, ACCEPT, now)).find(
    ({ terms }) => subscriptionTerms.parse(terms).subscription.id === subscriptionId.toLowerCase(),
  );
