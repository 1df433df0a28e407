import { z } from 'zod';

/** How far a creation or an acceptance has come, as the vendor last said it. */
const seen = z.object({
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
export type Seen = z.infer<typeof seen>;

/** @param stored of a change; nothing where nothing was seen yet */
export const readSeen = (stored: unknown): Seen => seen.safeParse(stored).data ?? {};

/** Only what is there, so that the same state is the same JSON. */
export const toSeen = (said: { readonly [Name in keyof Seen]?: string | undefined }): Seen =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
