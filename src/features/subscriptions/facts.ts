import { parseBillingScope } from '#cloud/operations/billing-scope.ts';
import { stateText, textFact } from '#features/facts.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Fact } from '#teams/cards/view.ts';
import { formatTags, type Tags } from './tags.ts';
import type { CreateTerms } from './terms.ts';

/** A fact about a subscription. @param name below `subscriptions.label` */
export const subscriptionFact = (name: TextName<'subscriptions.label'>, text: string, words: Words): Fact =>
  textFact(`subscriptions.label.${name}`, text, words);

/** Until when Steward checks a request that timed out, and that it no longer does. */
export const PENDING_TEXTS = ['subscriptions.next.unfinished', 'subscriptions.next.unfinishedEnd'] as const;

/** The text of a subscription's state. */
export const subscriptionStateText = (what: 'provisioning' | 'ownership', state: string, words: Words): string =>
  stateText(`subscriptions.${what}.${state}`, state, words);

export const tagFact = (tags: Tags, words: Words): Fact[] =>
  Object.keys(tags).length === 0 ? [] : [subscriptionFact('tags', formatTags(tags), words)];

export const reasonFact = ({ reason }: { readonly reason: string }, words: Words): Fact[] => [
  textFact('changes.label.reason', reason, words),
];

/** The kind of agreement of a billing scope. @param path as the document writes it */
export const agreementOf = (path: string, words: Words): string => {
  const kind = parseBillingScope(path)?.kind;
  return kind === undefined ? '' : words.plain(`subscriptions.agreement.${kind}`);
};

/** By which the vendor knows the owner; empty where there is no other name. */
export const ownerId = ({ owner }: Pick<CreateTerms, 'owner'>, words: Words): Markdown =>
  owner === null || owner.name === owner.objectId
    ? NO_TEXT
    : words.markdown('subscriptions.ownerId', { name: owner.name, id: owner.objectId });

/** The requested settings and their billing, for the confirmation page and every card. */
export const createFacts = (terms: CreateTerms, words: Words): Fact[] => {
  const { displayName, workload, billing, reseller, existing, managementGroup, owner, tenant, tags } = terms;
  return [
    ...(existing ? [subscriptionFact('subscription', `${existing.title} · ${existing.id}`, words)] : []),
    ...(displayName === '' ? [] : [subscriptionFact('name', displayName, words)]),
    ...(workload ? [subscriptionFact('workload', words.plain(`subscriptions.workload.${workload}`), words)] : []),
    ...(billing ? [subscriptionFact('billing', `${billing.title} · ${agreementOf(billing.scope, words)}`, words)] : []),
    ...(reseller ? [subscriptionFact('reseller', reseller.title, words)] : []),
    ...(managementGroup ? [subscriptionFact('managementGroup', managementGroup.title, words)] : []),
    ...(owner ? [subscriptionFact('owner', owner.name, words)] : []),
    ...(tenant && !tenant.own
      ? [subscriptionFact('tenant', words.plain('subscriptions.tenant.other', { tenant: tenant.id }), words)]
      : []),
    ...tagFact(tags, words),
  ];
};
