import type { Selectable } from 'kysely';
import { DAY } from '../../../src/platform/lib/clock.ts';
import { creating, integer, key, oneOf, optionalInteger, type RowsOf, text } from '../columns.ts';

const tables = {
  subscription_aliases: {
    /** In lower case. */
    key,
    name: text,
    subscription: text,
    /** The request as JSON. */
    request: text,
    created_by: text,
    created_at: integer,
    /** The state before its end. */
    open_state: oneOf<'Accepted' | 'Pending'>(),
    /** Its end; null for none. */
    settles_at: optionalInteger,
    outcome: oneOf<'Succeeded' | 'Failed' | 'Canceled'>(),
  },
  subscriptions: {
    id: key,
    display_name: text,
    billing_owner: text,
    tenant: text,
    tags: text,
    /** The end of the ownership offer; null for a subscription that always belonged to this tenant. */
    ownership_until: optionalInteger,
    /** The moments of an acceptance's request and of its end. */
    accept_asked_at: optionalInteger,
    accepted_at: optionalInteger,
  },
  /** Running acceptances, by the id in their Location. */
  subscription_operations: { id: key, subscription: text, settles_at: integer },
};

declare module '../tables.ts' {
  interface VendorTables extends RowsOf<typeof tables> {}
}

type Tables = import('../tables.ts').VendorTables;
export type AliasRow = Selectable<Tables['subscription_aliases']>;
export type SubscriptionRow = Selectable<Tables['subscriptions']>;

export const subscriptionMigrations = { 'vendor-sandbox-subscriptions-001': creating(tables) };

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
