import type { Words } from '../../texts/texts.ts';
import type { Services, Setting, SettingsOf } from '../feature.ts';
import { billingAccounts, mayStandIn } from './policy.ts';

/** Whose amounts may stand in the conversation; those of others go to the asker's own chat. */
export const amountSettings = async (
  { policy }: Services,
  { conversationId, kind }: SettingsOf,
  words: Words,
): Promise<readonly Setting[]> => {
  const current = policy.current();
  const at = kind === 'personal' ? undefined : conversationId;
  const here = billingAccounts(current).filter((account) => mayStandIn(current, account, at));
  const names = new Intl.ListFormat(words.spoken).format(here.map(({ title }) => title));
  return [
    {
      title: words.markdown('billing.settings.title'),
      state: words.markdown('billing.settings.state', { count: here.length, names, kind }),
    },
  ];
};
