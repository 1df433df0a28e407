import type { Selectable } from 'kysely';
import { creating, integer, key, oneOf, optionalInteger, type RowsOf, text } from '../columns.ts';

/** The result of a creation or change. */
export type GroupOutcome = 'Running' | 'Terminated' | 'Failed' | 'Canceled';

const tables = {
  container_groups: {
    /** Resource group and name in lower case. */
    key,
    resource_group: text,
    name: text,
    /** The request without its secrets, as JSON. */
    body: text,
    /** Digest of the request's bytes, which detects a repetition. */
    digest: text,
    changed_at: integer,
    /** The end of provisioning; null for none. */
    settles_at: optionalInteger,
    outcome: oneOf<GroupOutcome>(),
  },
};

declare module '../tables.ts' {
  interface VendorTables extends RowsOf<typeof tables> {}
}

export type GroupRow = Selectable<import('../tables.ts').VendorTables['container_groups']>;

export const containerGroupMigrations = { 'vendor-sandbox-container-groups-001': creating(tables) };
