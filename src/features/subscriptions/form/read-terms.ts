import { clean, oneLine } from '#platform/lib/text.ts';
import { managementGroupsOf, type PolicyGroup } from '../policy.ts';
import { findSubscription } from '../store.ts';
import { parseTags, type Tags } from '../tags.ts';
import type { AcceptTerms, CreateTerms } from '../terms.ts';
import { findOwner, type SubscriptionFormContext } from './context.ts';
import { chosenBilling } from './fields.ts';

/** The requested terms; every field has been checked before. */
export const readCreateTerms = async (form: SubscriptionFormContext): Promise<CreateTerms> => {
  const { answers, who, policy, db } = form;
  const billing = chosenBilling(form);
  const reseller = billing?.resellers.find(({ id }) => id === answers.reseller);
  const existing =
    answers.subscription === undefined ? undefined : await findSubscription(db, policy, answers.subscription);
  const tenant = (answers.tenant ?? '').trim().toLowerCase();
  return {
    displayName: nameIn(answers.displayName),
    workload: answers.workload === 'Production' || answers.workload === 'DevTest' ? answers.workload : null,
    billing: billing ? { key: billing.key, title: billing.title, scope: billing.path } : null,
    reseller: reseller ?? null,
    existing: existing ? { id: existing.id, title: existing.title, known: existing.known } : null,
    managementGroup: groupIn(form) ?? null,
    owner: answers.owner ? (findOwner(form, answers.owner) ?? null) : null,
    tenant: tenant === '' ? null : { id: tenant, own: tenant === who.tenantId.toLowerCase() },
    tags: tagsIn(answers.tags),
    reason: clean(answers.reason ?? ''),
  };
};

const nameIn = (text = ''): string => oneLine(text);

const groupIn = ({ answers, policy }: SubscriptionFormContext): PolicyGroup | undefined =>
  managementGroupsOf(policy).find(({ key }) => key === answers.group);

export const tagsIn = (text = ''): Tags => {
  const read = parseTags(text);
  return 'tags' in read ? read.tags : {};
};

/** @throws Error when the first page was not answered: the form asks its pages in order */
export const readAcceptTerms = async (form: SubscriptionFormContext): Promise<AcceptTerms> => {
  const { answers, policy, db } = form;
  const found = await findSubscription(db, policy, answers.subscription ?? '');
  if (!found) throw new Error('the ownership form has no subscription');
  return {
    subscription: { id: found.id, title: found.title, known: found.known },
    displayName: nameIn(answers.displayName),
    managementGroup: groupIn(form) ?? null,
    tags: tagsIn(answers.tags),
    reason: clean(answers.reason ?? ''),
    toldBy: found.toldBy,
  };
};
