import type { Suggest } from '#bot/commands/registry.ts';
import { acts, choice, named, shows, type Taking, taking } from '#bot/understanding/intent.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import type { Policy } from '#policy/policy.ts';
import { billingAccounts, mayBeShownIn, maySee } from '../policy.ts';
import { sharedConversation } from './report-actions.ts';

const invoice = named('invoice');
const account = named('account', 'of');
const families: Taking = { argument: 'family', by: 'names', kind: 'family', word: 'family' };

export const intents = [
  shows(
    'transactions',
    invoice,
    account,
    { ...families, argument: 'notFamily', word: 'not family', lead: 'without' },
    families,
    { ...choice('charge', 'not kind', 'notKind'), lead: 'without' },
    choice('charge', 'kind', 'kind'),
    taking('over', 'over'),
    taking('under', 'under'),
    choice('refunds'),
    choice('pending'),
    taking('since', 'since'),
    taking('until', 'until'),
    choice('sort', 'sort by'),
    taking('quoted', 'search', 'search'),
    choice('search', 'search'),
  ),
  shows('compare', { ...invoice, by: 'names' }, choice('division', 'by', 'by'), account),
  shows('breakdown', invoice, choice('division', 'by', 'by'), account),
  shows('refunds', invoice, account),
  shows('export', invoice, account),
  acts(
    'send invoice summary',
    account,
    { ...named('channel', 'to'), lead: 'channel' },
    { ...choice('every', 'every'), otherwise: { value: 'month' } },
    taking('monthday', 'on', 'day'),
    taking('clock', 'at', 'time'),
  ),
  shows('invoice summaries'),
];

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
