import { decodeManagementError } from '../errors/error-body.ts';
import { defineOperation } from '../operation.ts';
import { GUID_PATTERN } from '../request/path-segment.ts';
import {
  type SynchronizationFilter,
  type SynchronizationOrder,
  writeSynchronizationFilter,
  writeSynchronizationOrder,
} from './data-share-query.ts';
import { shareSynchronization, sourceSynchronizationSetting } from './data-share-schemas.ts';

/** Both lists are POSTs that only read, their later pages too (vendor-facts section 3). */
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
  /** The vendor's own mark of where an earlier listing stopped. */
  readonly skipToken?: string;
}

interface ShareQuestion extends InAccount {
  readonly share: string;
  readonly filter?: SynchronizationFilter;
  readonly order?: readonly SynchronizationOrder[];
}

/** The runs of a share that others receive from us. */
export const listShareSynchronizations = defineOperation({
  ...list,
  id: 'listShareSynchronizations',
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.DataShare/accounts/{accountName}/shares/{shareName}/listSynchronizations',
  section: 'document 2, Endpoints 2',
  item: shareSynchronization,
  parts: ({ subscriptionId, resourceGroup, account, share, skipToken, filter = {}, order = [] }: ShareQuestion) => ({
    path: { subscriptionId, resourceGroupName: resourceGroup, accountName: account, shareName: share },
    query: {
      $skipToken: skipToken,
      $filter: writeSynchronizationFilter(filter),
      $orderby: writeSynchronizationOrder(order),
    },
  }),
});

/** When the source of a share that we receive synchronizes. */
export const listSourceShareSynchronizationSettings = defineOperation({
  ...list,
  id: 'listSourceShareSynchronizationSettings',
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.DataShare/accounts/{accountName}/shareSubscriptions/{shareSubscriptionName}/listSourceShareSynchronizationSettings',
  section: 'document 2, Endpoints 3',
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
