import type { Words } from '../../texts/texts.ts';
import type { Services, Setting, SettingsOf } from '../feature.ts';
import { languageName } from './languages/names.ts';
import { languageOf, readerOf } from './languages/readers.ts';
import { mayTranslate } from './policy.ts';

/** The language that the person reads, where they may translate. */
export const translationSettings = async (
  { database, policy }: Services,
  { objectId }: SettingsOf,
  words: Words,
): Promise<readonly Setting[]> => {
  if (!mayTranslate(policy.current(), objectId)) return [];
  const language = languageName(languageOf(await readerOf(database.db, objectId), words.locale), words.spoken);
  return [
    {
      title: words.markdown('translation.settings.title'),
      state: words.markdown('translation.settings.state', { language }),
      says: { title: words.plain('translation.settings.glossary'), text: 'glossary' },
    },
  ];
};
