import { cloud } from '../../world.ts';
import { findPlace } from '../access/scope.ts';
import type { Call } from '../operation.ts';
import { Refusal } from '../refusal.ts';

type Known = 'account' | 'share' | 'shareSubscription';

const words: Readonly<Record<Known, readonly [code: string, word: string]>> = {
  account: ['AccountNotFound', 'account'],
  share: ['ShareNotFound', 'share'],
  shareSubscription: ['ShareSubscriptionNotFound', 'share subscription'],
};

/** The account's shares; the other one shows that a list is of one share only. */
const shares = [cloud.dataShare.share, 'gateway-statistics'];

/**
 * The name, as the vendor writes it, of what the call's path names inside the account.
 * @throws Refusal 404 for an unknown subscription, resource group, account, share or share subscription
 */
export const findInAccount = (call: Call, what: 'share' | 'shareSubscription'): string => {
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
