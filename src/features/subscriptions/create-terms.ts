import { clean, oneLine } from '../../lib/text.ts';
import type { Asking } from './asking.ts';
import { chosenBilling } from './create-fields.ts';
import { findOwner } from './owner.ts';
import { managementGroupsOf, type PolicyGroup } from './policy.ts';
import { findSubscription } from './subscription-named.ts';
import { readTags, type Tags } from './tags.ts';
import type { CreateTerms } from './terms.ts';

/** What the answers ask for; every field has been checked by its own rule before. */
export const readCreate = async (asking: Asking): Promise<CreateTerms> => {
  const { answers, who, policy, db } = asking;
  const billing = chosenBilling(asking);
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
    managementGroup: groupIn(asking) ?? null,
    owner: answers.owner ? (findOwner(asking, answers.owner) ?? null) : null,
    tenant: tenant === '' ? null : { id: tenant, own: tenant === who.tenantId.toLowerCase() },
    tags: tagsIn(answers.tags),
    reason: clean(answers.reason ?? ''),
  };
};

export const nameIn = (said = ''): string => oneLine(said);

export const groupIn = ({ answers, policy }: Asking): PolicyGroup | undefined =>
  managementGroupsOf(policy).find(({ key }) => key === answers.group);

export const tagsIn = (said = ''): Tags => {
  const read = readTags(said);
  return 'tags' in read ? read.tags : {};
};
