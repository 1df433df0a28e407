import { z } from 'zod';

const named = z.object({ key: z.string(), title: z.string() });
const tags = z.record(z.string(), z.string());
const managementGroup = named.extend({ name: z.string() }).nullable();

/** An existing subscription; `known`: the word for it in rules. */
const target = z.object({ id: z.string(), title: z.string(), known: z.string() });

/** The requested subscription, or the existing one of an alias; ids are the vendor's, titles the policy's. */
export const createTerms = z.object({
  /** Empty only for an existing subscription that keeps its name. */
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
  /** Null: the bot's own tenant. */
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
  /** The changes whose cards show it, if created through Steward: they show the acceptance too. */
  toldBy: z.array(z.string()).readonly(),
});
export type AcceptTerms = z.infer<typeof acceptTerms>;

export const CREATE = 'subscriptions.create';
export const ACCEPT = 'subscriptions.accept';

/** Words of rules for subscriptions without a name in the policy: created through Steward, or any other. */
export const CREATED = 'made';
export const OTHER = 'other';
/** The word of rules for a setting that was not chosen. */
export const NONE = 'none';
/** The word of rules for a chosen value without a name in the policy. */
export const SOME = 'some';
