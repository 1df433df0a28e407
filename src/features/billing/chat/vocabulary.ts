import type { Suggest } from '#bot/commands/registry.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { billingAccounts, mayBeShownIn, maySee } from '../policy.ts';
import { sharedConversation } from './report-actions.ts';

export const vocabulary = (policy: Policy): readonly Name[] => [
  ...billingAccounts(policy).flatMap(({ key, title, invoices }) => [
    { kind: 'account', key, titles: [title] },
    ...invoices.map((one) => ({ kind: 'invoice', key: one.title, titles: [one.id] })),
  ]),
  ...policy.conversations.map(({ key, title }) => ({
    kind: 'channel',
    key,
    titles: [title],
    incidental: true as const,
  })),
];

export const suggest: Suggest = (turn, { policy }) => {
  const accounts = billingAccounts(policy.current()).filter((account) =>
    maySee(policy.current(), account, turn.who.objectId),
  );
  const isShown = accounts.some((account) => mayBeShownIn(policy.current(), account, sharedConversation(turn)));
  return isShown ? ['transactions'] : [];
};
