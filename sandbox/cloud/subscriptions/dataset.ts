import { cloud } from '../../world.ts';
import type { Dataset } from '../dataset.ts';
import { demoAliases, demoSubscriptions } from './story.ts';
import { subscriptionMigrations } from './tables.ts';

/** Requested subscriptions, and the older ones of the demo data. */
export const subscriptionsDataset: Dataset = {
  name: 'subscriptions',
  migrations: subscriptionMigrations,
  async seed(trx, { now, namespace }) {
    for (const table of ['subscription_operations', 'subscription_aliases', 'subscriptions'] as const)
      await trx.deleteFrom(table).execute();
    await trx.insertInto('subscriptions').values(demoSubscriptions(now)).execute();
    await trx.insertInto('subscription_aliases').values(demoAliases(namespace, now)).execute();
  },
  info() {
    const { account, profile, invoiceSection } = cloud.billing;
    return { billingScope: `/billingAccounts/${account}/billingProfiles/${profile}/invoiceSections/${invoiceSection}` };
  },
};
