import { asks, choice, grave, named, reason, shows, taking } from '#bot/understanding/intent.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { billingScopesOf, offeredSubscriptions } from '../policy.ts';

export const intents = [
  asks(
    'create subscription',
    taking('called', undefined, 'name'),
    { ...named('subscription', 'existing', 'existing'), lead: 'existing' },
    choice('workload', 'workload'),
    { ...named('billed', 'billed to'), lead: 'billed' },
    reason,
  ),
  grave(asks('accept ownership', named('subscription', 'of'), taking('called', 'as', 'displayName'), reason)),
  shows('subscription requests', choice('whose')),
];

export const vocabulary = (policy: Policy): readonly Name[] => [
  ...billingScopesOf(policy).map(({ key, title, resellers }) => ({
    kind: 'billed',
    key,
    titles: [title, ...resellers.map((reseller) => reseller.title)],
  })),
  ...offeredSubscriptions(policy).map(({ key, title }) => ({ kind: 'subscription', key, titles: [title] })),
];
