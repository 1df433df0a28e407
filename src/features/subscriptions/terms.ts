import { z } from 'zod';

const named = z.object({ key: z.string(), title: z.string() });
const tags = z.record(z.string(), z.string());
const managementGroup = named.extend({ name: z.string() }).nullable();

/** What a subscription is to be, or which one an alias is to stand for; ids are the vendor's, titles the policy's. */
export const createTerms = z.object({
  /** Empty only for one that exists and keeps its name. */
  displayName: z.string(),
  workload: z.enum(['Production', 'DevTest']).nullable(),
  billing: named.extend({ scope: z.string() }).nullable(),
  reseller: z.object({ title: z.string(), id: z.string() }).nullable(),
  /** Null for a new one. */
  existing: z.object({ id: z.string(), title: z.string() }).nullable(),
  managementGroup,
  owner: z.object({ objectId: z.string(), name: z.string() }).nullable(),
  /** Null: the one that the bot belongs to. */
  tenant: z.object({ id: z.string(), own: z.boolean() }).nullable(),
  tags,
  reason: z.string(),
});
export type CreateTerms = z.infer<typeof createTerms>;

export const acceptTerms = z.object({
  subscription: z.object({
    id: z.string(),
    title: z.string(),
    /** The policy's key, or what else is known of it. */
    known: z.string(),
  }),
  displayName: z.string(),
  managementGroup,
  tags,
  reason: z.string(),
  /** The change whose card tells of it, where it was one of ours: it tells of the acceptance too. */
  toldBy: z.string().nullable(),
});
export type AcceptTerms = z.infer<typeof acceptTerms>;

export const CREATE = 'subscriptions.create';
export const ACCEPT = 'subscriptions.accept';

/** What rules may say of a subscription that the policy does not name: made through Steward, or any other. */
export const MADE = 'made';
export const OTHER = 'other';
/** What rules may say where nothing was chosen. */
export const NONE = 'none';
