import type { Services, Setting, SettingsOf } from '#features/feature.ts';
import type { Words } from '#platform/texts/texts.ts';

/** The number of watches and mutes in the conversation. */
export const watchSettings = async (
  { alerts }: Services,
  { conversationId }: SettingsOf,
  words: Words,
): Promise<readonly Setting[]> => {
  const watches = (await alerts.watches(conversationId)).length;
  const mutes = (await alerts.mutes(conversationId)).length;
  const says = watches + mutes === 0 ? 'watch' : 'watches';
  return [
    {
      title: words.markdown('watches.settings.title'),
      state: words.markdown('watches.settings.state', { watches, mutes }),
      says: { title: words.plain(`watches.settings.${says}`), text: says },
    },
  ];
};
