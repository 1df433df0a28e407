import type { Step } from '../../api/long-running.ts';
import { type AcceptedSubscription, acceptSubscriptionOwnership } from '../../api/operations/subscriptions.ts';
import { defineChange } from '../../changes/change-kind.ts';
import { failedBy } from '../../changes/failed-by.ts';
import { lookedAtUntil } from '../../changes/looking.ts';
import { AppError } from '../../lib/errors.ts';
import { describeAccept } from './describe-accept.ts';
import { findDoubt } from './doubt.ts';
import { otherGroup, otherSubscription } from './forbidden.ts';
import { recordAccepted } from './made.ts';
import { managementGroupsOf, subscriptionsOf } from './policy.ts';
import { operationVerdict, settleAccept, standingBefore } from './settle-accept.ts';
import { ACCEPT, type AcceptTerms, acceptTerms, MADE, NONE, OTHER } from './terms.ts';

/** Taking over a subscription whose ownership is offered (document 1, Endpoints 4). The bot's own identity is the one that accepts. */
export const accept = defineChange<AcceptTerms>({
  name: ACCEPT,
  terms: acceptTerms,
  facets: ({ subscription, managementGroup }) => ({
    subscription: subscription.known,
    managementGroup: managementGroup?.key ?? NONE,
  }),
  facetWords: (policy) => ({
    subscription: [...subscriptionsOf(policy).map(({ key }) => key), MADE, OTHER],
    managementGroup: [...managementGroupsOf(policy).map(({ key }) => key), NONE],
  }),
  concerns: () => [],
  isFor: () => false,
  forbids: ({ subscription, managementGroup }, policy) =>
    otherSubscription(subscription, policy) ?? otherGroup(managementGroup, policy),
  openKey: ({ subscription }) => subscription.id,

  async stands(trx, { subscription }, now) {
    const doubt = await findDoubt(trx, subscription.id, now);
    if (!doubt) return true;
    const values = { ref: doubt.ref, until: new Date(lookedAtUntil(doubt)) };
    throw new AppError({ code: 'Change.Unconfirmed', text: 'subscriptions.acceptForm.unclear', values });
  },

  freeze(terms, _intent, vendor) {
    const { subscription, displayName, managementGroup, tags } = terms;
    const call = vendor.freeze(acceptSubscriptionOwnership, {
      subscriptionId: subscription.id,
      displayName,
      ...(managementGroup === null ? {} : { managementGroup: managementGroup.name }),
      ...(Object.keys(tags).length === 0 ? {} : { tags }),
    });
    return { call, terms };
  },

  read: (answer) => operationVerdict(answer as Step<AcceptedSubscription>),
  judge: (error) => failedBy(error),
  before: standingBefore,
  settle: settleAccept,
  describe: describeAccept,

  async onDone(trx, { terms, ref }, now) {
    await recordAccepted(trx, terms.subscription.id, terms.displayName, ref, now);
    return undefined;
  },
  touches: ({ toldBy }) => toldBy,
});
