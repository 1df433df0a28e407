import { iso } from '../../lib/clock.ts';
import type { ShareSynchronization } from './data-share-schemas.ts';
import { joinConditions, quoted } from '../request/odata.ts';

/** Conditions that all must hold; moments in milliseconds since 1970. */
export interface SynchronizationFilter {
  readonly status?: string;
  readonly mode?: 'Incremental' | 'FullSync';
  readonly consumerEmail?: string;
  /** Begun at this moment or later. */
  readonly startedFrom?: number;
  /** Begun before this moment. */
  readonly startedBefore?: number;
}

/** The document says OData and no more (document 2, Endpoints 2): conditions on the names of its table, joined by `and`. */
export const writeSynchronizationFilter = (filter: SynchronizationFilter): string | undefined => {
  const { status, mode, consumerEmail, startedFrom, startedBefore } = filter;
  return joinConditions([
    status === undefined ? '' : `status eq ${quoted(status)}`,
    mode === undefined ? '' : `synchronizationMode eq ${quoted(mode)}`,
    consumerEmail === undefined ? '' : `consumerEmail eq ${quoted(consumerEmail)}`,
    startedFrom === undefined ? '' : `startTime ge ${iso(startedFrom)}`,
    startedBefore === undefined ? '' : `startTime lt ${iso(startedBefore)}`,
  ]);
};

export interface SynchronizationOrder {
  readonly by: keyof ShareSynchronization;
  readonly direction: 'asc' | 'desc';
}

/** The first order counts first; undefined for none. */
export const writeSynchronizationOrder = (orders: readonly SynchronizationOrder[]): string | undefined =>
  orders.length === 0 ? undefined : orders.map(({ by, direction }) => `${by} ${direction}`).join(',');
