import { z } from 'zod';
import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { defineOperation } from '#cloud/operation.ts';
import { joinConditions, quoted } from '#cloud/request/freeze.ts';
import { GUID_PATTERN } from '#cloud/request/path.ts';
import { lenient, word } from '#cloud/response/response.ts';
import { iso } from '#platform/lib/clock.ts';
import { moment as anyMoment } from '../response/common.ts';

const text = z.string().optional();
const moment = anyMoment.optional();

/** Share synchronization (docs/sources.md, Data shares). */
export const shareSynchronization = lenient({
  synchronizationId: z.string().min(1),
  synchronizationMode: word('Incremental', 'FullSync').optional(),
  status: text,
  message: text,
  startTime: moment,
  endTime: moment,
  durationMs: z.int().optional(),
  consumerName: text,
  consumerEmail: text,
  consumerTenantName: text,
});

/** Source share synchronization setting (docs/sources.md, Data shares): `{kind, properties}` as one flat object. */
export const sourceSynchronizationSetting = lenient({
  kind: word('ScheduleBased'),
  properties: lenient({ recurrenceInterval: word('Hour', 'Day').optional(), synchronizationTime: moment }).optional(),
}).transform(({ kind, properties }) => ({ kind, ...properties }));

/** One run of a share. `status` is the vendor's own word; moments are ISO 8601 with up to seven decimals. */
export type ShareSynchronization = z.infer<typeof shareSynchronization>;
/** The provider's schedule; a `kind` other than ScheduleBased has no other fields. */
export type SourceSynchronizationSetting = z.infer<typeof sourceSynchronizationSetting>;

/** Conditions, joined by `and`; moments in milliseconds since 1970. */
export interface SynchronizationFilter {
  readonly status?: string;
  readonly mode?: 'Incremental' | 'FullSync';
  readonly consumerEmail?: string;
  /** Started at this moment or later. */
  readonly startedFrom?: number;
  /** Started before this moment. */
  readonly startedBefore?: number;
}

/** The document only says OData (docs/sources.md, Data shares): conditions on the properties in its table, joined by `and`. */
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

/** The first order has precedence; undefined for none. */
export const writeSynchronizationOrder = (orders: readonly SynchronizationOrder[]): string | undefined =>
  orders.length === 0 ? undefined : orders.map(({ by, direction }) => `${by} ${direction}`).join(',');

/** Both lists, and their later pages, are read-only POSTs (docs/sources.md, Data shares). */
const list = {
  kind: 'list',
  method: 'POST',
  paging: 'POST',
  patterns: { subscriptionId: GUID_PATTERN },
  version: '2021-08-01',
  credential: 'app',
  success: [200],
  retry: 'read',
  decodeError: decodeManagementError,
} as const;

interface InAccount {
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly account: string;
  /** The vendor's continuation token of an earlier listing. */
  readonly skipToken?: string;
}

interface ShareQuery extends InAccount {
  readonly share: string;
  readonly filter?: SynchronizationFilter;
  readonly order?: readonly SynchronizationOrder[];
}

/** The synchronizations of a share that others receive from us. */
export const listShareSynchronizations = defineOperation({
  ...list,
  id: 'listShareSynchronizations',
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.DataShare/accounts/{accountName}/shares/{shareName}/listSynchronizations',
  section: 'Data shares',
  item: shareSynchronization,
  parts: ({ subscriptionId, resourceGroup, account, share, skipToken, filter = {}, order = [] }: ShareQuery) => ({
    path: { subscriptionId, resourceGroupName: resourceGroup, accountName: account, shareName: share },
    query: {
      $skipToken: skipToken,
      $filter: writeSynchronizationFilter(filter),
      $orderby: writeSynchronizationOrder(order),
    },
  }),
});

/** The schedule of the source of a share that we receive. */
export const listSourceShareSynchronizationSettings = defineOperation({
  ...list,
  id: 'listSourceShareSynchronizationSettings',
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.DataShare/accounts/{accountName}/shareSubscriptions/{shareSubscriptionName}/listSourceShareSynchronizationSettings',
  section: 'Data shares',
  item: sourceSynchronizationSetting,
  parts: ({
    subscriptionId,
    resourceGroup,
    account,
    shareSubscription,
    skipToken,
  }: InAccount & { readonly shareSubscription: string }) => ({
    path: {
      subscriptionId,
      resourceGroupName: resourceGroup,
      accountName: account,
      shareSubscriptionName: shareSubscription,
    },
    query: { $skipToken: skipToken },
  }),
});
