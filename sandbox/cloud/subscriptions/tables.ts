import type { Selectable } from 'kysely';
import { DAY } from '../../../src/platform/lib/clock.ts';
import type { Migrations } from '../../../src/platform/storage/database.ts';

declare module '../tables.ts' {
  interface VendorTables {
    subscription_aliases: {
      /** In lower case. */
      key: string;
      name: string;
      subscription: string;
      /** The request as JSON. */
      request: string;
      created_by: string;
      created_at: number;
      /** The state before its end. */
      open_state: 'Accepted' | 'Pending';
      /** Its end; null for none. */
      settles_at: number | null;
      outcome: 'Succeeded' | 'Failed' | 'Canceled';
    };
    subscriptions: {
      id: string;
      display_name: string;
      billing_owner: string;
      tenant: string;
      tags: string;
      /** The end of the ownership offer; null for a subscription that always belonged to this tenant. */
      ownership_until: number | null;
      /** The moments of an acceptance's request and of its end. */
      accept_asked_at: number | null;
      accepted_at: number | null;
    };
    /** Running acceptances, by the id in their Location. */
    subscription_operations: { id: string; subscription: string; settles_at: number };
  }
}

type Tables = import('../tables.ts').VendorTables;
export type AliasRow = Selectable<Tables['subscription_aliases']>;
export type SubscriptionRow = Selectable<Tables['subscriptions']>;

export const subscriptionMigrations: Migrations = {
  'vendor-sandbox-subscriptions-001': async (db) => {
    await db.schema
      .createTable('subscription_aliases')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('subscription', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('open_state', 'text', (column) => column.notNull())
      .addColumn('settles_at', 'integer')
      .addColumn('outcome', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('display_name', 'text', (column) => column.notNull())
      .addColumn('billing_owner', 'text', (column) => column.notNull())
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('ownership_until', 'integer')
      .addColumn('accept_asked_at', 'integer')
      .addColumn('accepted_at', 'integer')
      .execute();
    await db.schema
      .createTable('subscription_operations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('subscription', 'text', (column) => column.notNull())
      .addColumn('settles_at', 'integer', (column) => column.notNull())
      .execute();
  },
};

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
