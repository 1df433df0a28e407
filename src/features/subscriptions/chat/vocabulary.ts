import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { billingScopesOf, offeredSubscriptions } from '../policy.ts';

export const vocabulary = (policy: Policy): readonly Name[] => [
  ...billingScopesOf(policy).map(({ key, title, resellers }) => ({
    kind: 'billed',
    key,
    titles: [title, ...resellers.map((reseller) => reseller.title)],
  })),
  ...offeredSubscriptions(policy).map(({ key, title }) => ({ kind: 'subscription', key, titles: [title] })),
];
