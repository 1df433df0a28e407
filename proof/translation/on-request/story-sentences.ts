import { english, languages as known } from '../../../sandbox/cloud/translation/languages.ts';
import { sentences as table, textOf } from '../../../sandbox/cloud/translation/sentences.ts';
import { translateSentence } from '../../../sandbox/cloud/translation/translate-sentence.ts';
import type { PersonKey } from '../../../sandbox/world.ts';
import { channels, type Steward, startSteward } from '../../../test/support/steward.ts';

export const languages = ['de', 'fr', 'ja', 'es', 'it', 'pt', 'ko', 'zh-Hans', 'ar'] as const;

/** The aligned sentences of the story in English. */
export const sentences: readonly string[] = table.flatMap((sentence) => {
  const parts = sentence.get('en') ?? [];
  return parts.some(({ number }) => number !== undefined) ? [textOf(parts)] : [];
});

/** What the sandbox's translator makes of an English sentence. */
export const sentenceIn = (code: string, sentence: string): string =>
  translateSentence(sentence, english, known.find((language) => language.code === code) ?? english)
    .tokens.map(({ text }) => text)
    .join('');

export const translatorCalls = ({ vendor }: Steward): number =>
  vendor.faults.seen().filter(({ path }) => path.startsWith('/translate')).length;

/** A bot whose people ask more often in a day than any budget holds. */
export const startAsking = async (databaseUrl: string): Promise<Steward> => {
  const steward = await startSteward({ databaseUrl, wideLimits: true });
  await steward.writePolicy((text) => text.replace(/ {4}person: .*\n/, ''));
  return steward;
};

export const write = async ({ teams }: Steward, as: PersonKey, text: string): Promise<string> =>
  (await teams.say(as, channels.general, text)).id;
