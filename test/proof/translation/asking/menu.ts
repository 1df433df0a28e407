import { lexiconOf } from '../../../../src/sandbox/vendor/translation/lexicon.ts';
import type { PersonKey } from '../../../../src/sandbox/world.ts';
import { channels, type Steward, startSteward } from '../../../support/steward.ts';

/** Languages whose translations of the story's sentences are known here. */
export const languages = ['de', 'fr', 'ja', 'es', 'it', 'pt', 'ko', 'zh-Hans', 'ar'] as const;
export type Language = (typeof languages)[number];

/** The story's sentences by what they are called in the lexicon. */
export const sentences: readonly string[] = [...lexiconOf('en').sentences.texts.keys()];
export const sentenceIn = (code: string, sentence: string): string =>
  lexiconOf(code).sentences.texts.get(sentence) ?? '';

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
