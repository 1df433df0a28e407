import { cloud } from '../../world.ts';
import { findPlace } from '../access/scope.ts';
import { filterOf, orderByOf } from '../data-share/query.ts';
import { moment, synchronizationRecord } from '../data-share/records.ts';
import { type Answer, type Call, Refusal, type SandboxOperation } from '../operation.ts';
import { page, queryValue } from '../paging.ts';

type Known = 'account' | 'share' | 'shareSubscription';

const words: Readonly<Record<Known, readonly [code: string, word: string]>> = {
  account: ['AccountNotFound', 'account'],
  share: ['ShareNotFound', 'share'],
  shareSubscription: ['ShareSubscriptionNotFound', 'share subscription'],
};

/** The account's shares; the second one proves that a list is of one share. */
const shares = [cloud.dataShare.share, 'gateway-statistics'];

/**
 * The stored name of the share or share subscription in the call's path.
 * @throws Refusal 404 for an unknown subscription, resource group, account, share or share subscription
 */
const findInAccount = (call: Call, what: 'share' | 'shareSubscription'): string => {
  const { subscriptionId, resourceGroupName, accountName = '', [`${what}Name`]: name = '' } = call.params;
  const group = findPlace(call.world, `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}`);
  const accounts = group === call.world.places.ledger ? [cloud.dataShare.account] : [];
  found('account', accountName, accounts);
  return found(what, name, what === 'share' ? shares : [cloud.dataShare.shareSubscription]);
};

const found = (what: Known, name: string, names: readonly string[]): string => {
  const known = names.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (known !== undefined) return known;
  const [code, word] = words[what];
  const inner = [
    { code: 'NoSuchName', message: `There is no ${word} of this name.`, target: `${what}Name`, details: [] },
  ];
  const details = [
    { code: 'LookupFailed', message: `The look-up of the ${word} ended.`, target: word, details: inner },
  ];
  throw new Refusal(404, code, `The ${word} '${name}' was not found.`, {}, { target: `${what}Name`, details });
};

const account =
  'subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{ns}.DataShare/accounts/{accountName}';

/** A list counts as a read and needs the right to read. */
const list = { method: 'POST', versions: ['2021-08-01'], access: 'read' } as const;

const listSynchronizations = async (call: Call): Promise<Answer> => {
  const { store, clock } = call.world;
  const [share, fits, byOrder] = [findInAccount(call, 'share'), filterOf(call), orderByOf(call)];
  const rows = await store.db
    .selectFrom('share_synchronizations')
    .selectAll()
    .where('share', '=', share)
    .orderBy('seq')
    .execute();
  const runs = rows.flatMap((row) => {
    const record = synchronizationRecord(row, clock.now());
    return record && fits(record) ? [{ seq: row.seq, record }] : [];
  });
  const ordered = byOrder
    ? runs
        .toSorted((left, right) => byOrder(left.record, right.record))
        .map((run, index) => ({ ...run, seq: index + 1 }))
    : runs;
  return withHeaders(page(call, ordered, ({ record }) => record));
};

const listSettings = async (call: Call): Promise<Answer> => {
  const rows = await call.world.store.db
    .selectFrom('share_schedules')
    .selectAll()
    .where('share_subscription', '=', findInAccount(call, 'shareSubscription'))
    .orderBy('seq')
    .execute();
  const shown = page(call, rows, ({ interval, synchronizes_at }) => ({
    kind: 'ScheduleBased',
    properties: { recurrenceInterval: interval, synchronizationTime: moment(synchronizes_at) },
  }));
  return withHeaders(shown);
};

const withHeaders = (answer: Answer): Answer => ({ ...answer, headers: { 'x-content-type-options': 'nosniff' } });

/** The method for nextLink is not documented, so later pages accept GET too. */
const laterPage =
  (handle: (call: Call) => Promise<Answer>) =>
  async (call: Call): Promise<Answer> => {
    if (queryValue(call.query, '$skipToken') !== undefined) return handle(call);
    throw new Refusal(405, 'MethodNotAllowed', 'This path takes POST.', { allow: 'POST' });
  };

const synchronizations = {
  ...list,
  path: `${account}/shares/{shareName}/listSynchronizations`,
  action: '{ns}.DataShare/accounts/shares/synchronizations/read',
  handle: listSynchronizations,
} as const;

const settings = {
  ...list,
  path: `${account}/shareSubscriptions/{shareSubscriptionName}/listSourceShareSynchronizationSettings`,
  action: '{ns}.DataShare/accounts/shareSubscriptions/sourceSynchronizationSettings/read',
  handle: listSettings,
} as const;

/** Shares and share subscriptions (spec/2, endpoints 2 and 3). */
export const dataShare = {
  listShareSynchronizations: synchronizations,
  listSourceShareSynchronizationSettings: settings,
  listShareSynchronizationsByGet: { ...synchronizations, method: 'GET', handle: laterPage(listSynchronizations) },
  listSourceShareSynchronizationSettingsByGet: { ...settings, method: 'GET', handle: laterPage(listSettings) },
} as const satisfies Record<string, SandboxOperation>;
