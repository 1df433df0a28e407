import { cloud } from '../../world.ts';
import type { Reply, Running } from './support.ts';

export const root = '/providers/Vendor.Subscription';
export const version = 'api-version=2021-10-01';
export const aliasPath = (name: string): string => `${root}/aliases/${name}?${version}`;
export const ofSubscription = (id: string, what: string): string => `${root}/subscriptions/${id}/${what}?${version}`;
export const { billing, newSubscriptions: asked, subscriptions } = cloud;
export const billingScope = `/billingAccounts/${billing.account}/billingProfiles/${billing.profile}/invoiceSections/${billing.invoiceSection}`;
export const wanted = { displayName: 'Ledger Recovery', workload: 'Production', billingScope };
export const managementGroupId = `/providers/Vendor.Management/managementGroups/${cloud.managementGroup}`;

export const put = ({ send }: Running, properties: unknown, name = 'recovery'): Promise<Reply> =>
  send(aliasPath(name), { method: 'PUT', body: { properties } });
export const accept = ({ send }: Running, id: string, properties: unknown = { displayName: 'Taken' }): Promise<Reply> =>
  send(ofSubscription(id, 'acceptOwnership'), { method: 'POST', body: { properties } });
export const status = async ({ get }: Running, id: string): Promise<unknown> =>
  (await get(ofSubscription(id, 'acceptOwnershipStatus'))).body;
