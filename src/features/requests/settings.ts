import { changesPolicy } from '../../changes/decision/rules.ts';
import type { Words } from '../../texts/texts.ts';
import type { Services, Setting, SettingsOf } from '../feature.ts';

/** Whether anything is decided in the conversation, and by which rules of the policy. */
export const approvalSettings = async (
  { policy }: Services,
  { conversationId }: SettingsOf,
  words: Words,
): Promise<readonly Setting[]> => {
  const current = policy.current();
  const here = current.conversationById(conversationId);
  const rules = here ? changesPolicy(current).rules.filter(({ card }) => card === here.key) : [];
  const names = new Intl.ListFormat(words.spoken).format(rules.map(({ name }) => name));
  return [
    {
      title: words.markdown('requests.settings.title'),
      state: words.markdown('requests.settings.state', { count: rules.length, names }),
      says: { title: words.plain('requests.settings.show'), text: 'waiting' },
    },
  ];
};
