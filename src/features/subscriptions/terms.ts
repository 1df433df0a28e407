import { z } from 'zod';

const named = z.object({ key: z.string(), title: z.string() });
const tags = z.record(z.string(), z.string());
const managementGroup = named.extend({ name: z.string() }).nullable();

/** A subscription that is there; `known`: the policy's key, or what else is known of it. */
const target = z.object({ id: z.string(), title: z.string(), known: z.string() });

/** What a subscription is to be, or which one an alias is to stand for; ids are the vendor's, titles the policy's. */
export const createTerms = z.object({
  /** Empty only for one that exists and keeps its name. */
  displayName: z.string(),
  workload: z.enum(['Production', 'DevTest']).nullable(),
  billing: named.extend({ scope: z.string() }).nullable(),
  reseller: z.object({ title: z.string(), id: z.string() }).nullable(),
  /** Null for a new one. */
  existing: target.nullable(),
  managementGroup,
  owner: z
    .object({ objectId: z.string(), name: z.string(), known: z.enum(['requester', 'known', 'other']) })
    .nullable(),
  /** Null: the one that the bot belongs to. */
  tenant: z.object({ id: z.string(), own: z.boolean() }).nullable(),
  tags,
  reason: z.string(),
});
export type CreateTerms = z.infer<typeof createTerms>;

export const acceptTerms = z.object({
  subscription: target,
  displayName: z.string(),
  managementGroup,
  tags,
  reason: z.string(),
  /** The changes whose cards tell of it, where they were ours: they tell of the acceptance too. */
  toldBy: z.array(z.string()).readonly(),
});
export type AcceptTerms = z.infer<typeof acceptTerms>;

export const CREATE = 'subscriptions.create';
export const ACCEPT = 'subscriptions.accept';

/** What rules may say of a subscription that the policy does not name: made through Steward, or any other. */
export const CREATED = 'made';
export const OTHER = 'other';
/** What rules may say where nothing was chosen. */
export const NONE = 'none';
/** What rules may say where something was chosen that has no name of the policy's. */
export const SOME = 'some';
