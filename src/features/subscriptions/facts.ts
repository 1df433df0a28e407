import { parseBillingScope } from '../../api/operations/billing-scope.ts';
import type { Fact } from '../../cards/view.ts';
import { escapeMarkdown } from '../../lib/text.ts';
import { isTextKey, type TextName, type Words } from '../../texts/texts.ts';
import { formatTags, type Tags } from './tags.ts';
import type { CreateTerms } from './terms.ts';

/** A fact with a label. @param name below `subscriptions.label` */
export const labelled = (name: TextName<'subscriptions.label'>, text: string, words: Words): Fact => ({
  title: words.plain(`subscriptions.label.${name}`),
  value: escapeMarkdown(text),
});

/** Until when Steward checks a request that timed out, and that it no longer does. */
export const PENDING_TEXTS = ['subscriptions.next.unfinished', 'subscriptions.next.unfinishedEnd'] as const;

/** The text of a vendor state; an undocumented state as it is. */
export const stateWords = (what: 'provisioning' | 'ownership', state: string, words: Words): string => {
  const key = `subscriptions.${what}.${state}`;
  return isTextKey(key) ? words.plain(key) : state;
};

export const tagFact = (tags: Tags, words: Words): Fact[] =>
  Object.keys(tags).length === 0 ? [] : [labelled('tags', formatTags(tags), words)];

export const reasonFact = ({ reason }: { readonly reason: string }, words: Words): Fact[] => [
  { title: words.plain('changes.label.reason'), value: escapeMarkdown(reason) },
];

/** The kind of agreement of a billing scope. @param path as the document writes it */
export const agreementOf = (path: string, words: Words): string => {
  const kind = parseBillingScope(path)?.kind;
  return kind === undefined ? '' : words.plain(`subscriptions.agreement.${kind}`);
};

/** The requested settings and their billing, for the confirmation page and every card. */
export const createFacts = (terms: CreateTerms, words: Words): Fact[] => {
  const { displayName, workload, billing, reseller, existing, managementGroup, owner, tenant, tags } = terms;
  return [
    ...(existing ? [labelled('subscription', `${existing.title} · ${existing.id}`, words)] : []),
    ...(displayName === '' ? [] : [labelled('name', displayName, words)]),
    ...(workload ? [labelled('workload', words.plain(`subscriptions.workload.${workload}`), words)] : []),
    ...(billing ? [labelled('billing', `${billing.title} · ${agreementOf(billing.scope, words)}`, words)] : []),
    ...(reseller ? [labelled('reseller', reseller.title, words)] : []),
    ...(managementGroup ? [labelled('managementGroup', managementGroup.title, words)] : []),
    ...(owner
      ? [labelled('owner', owner.name === owner.objectId ? owner.name : `${owner.name} · ${owner.objectId}`, words)]
      : []),
    ...(tenant && !tenant.own
      ? [labelled('tenant', words.plain('subscriptions.tenant.other', { tenant: tenant.id }), words)]
      : []),
    ...tagFact(tags, words),
  ];
};
