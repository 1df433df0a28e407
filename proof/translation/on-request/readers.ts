import { english, languages as known } from '../../../sandbox/cloud/translation/languages.ts';
import { sentences as table, textOf } from '../../../sandbox/cloud/translation/sentences.ts';
import { translateSentence } from '../../../sandbox/cloud/translation/translate-sentence.ts';
import type { PersonKey } from '../../../sandbox/world.ts';
import { channels, type Steward, startSteward, wordsOf } from '../../../test/support/steward.ts';
import { askFor, saidBy, settled } from '../../../test/support/translation-dialogs.ts';
import { defineProof } from '../../lib/define-proof.ts';
import { type Dice, shuffled } from '../../lib/dice.ts';

const languages = ['de', 'fr', 'ja', 'es', 'it', 'pt', 'ko', 'zh-Hans', 'ar'] as const;

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

const READERS: readonly PersonKey[] = ['ana', 'di', 'fi'];

/** One message, three readers, three languages. @returns what must hold and did not */
const readTogether = async (steward: Steward, dice: Dice, mark: string): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const must = (holds: boolean, words: string): void => void (holds || wrong.push(words));
  const chosen = shuffled(languages, dice.next()).slice(0, READERS.length);
  const sentence = dice.pick(sentences);
  const original = `${sentenceIn('en', sentence)} \`${mark}\``;
  const message = await write(steward, 'bo', original);

  const shows = (words: string, language: string, who: string): void => {
    must(words.includes(sentenceIn(language, sentence)), `${who} has no ${language} text of “${sentence}”: ${words}`);
    must(words.includes(sentenceIn('en', sentence)), `${who} has no original`);
    must(words.includes(mark), `the code is gone for ${who}`);
  };

  const first = await askFor(steward, READERS[0] ?? 'ana', message, chosen);
  // Counted from here: the menu has translated it into the reader's own language before.
  const before = translatorCalls(steward);
  const shown = async (as: PersonKey, send: typeof first.send): Promise<string> =>
    saidBy(await settled(steward, as, message, await send()));
  const all = await shown(READERS[0] ?? 'ana', first.send);
  for (const language of chosen) shows(all, language, 'whoever asked first');
  must(translatorCalls(steward) === before + 1, `${translatorCalls(steward) - before} calls for three languages`);

  for (const [index, reader] of READERS.entries()) {
    const language = chosen[index] ?? 'de';
    const { send } = await askFor(steward, reader, message, [language]);
    const answers: string[] = [];
    for (let time = dice.oneIn(3) ? 3 : 1; time > 0; time -= 1) answers.push(await shown(reader, send));
    for (const words of answers) shows(words, language, reader);
    must(new Set(answers).size === 1, `${reader} got different answers to one form`);
    for (const other of chosen.filter((one) => one !== language)) {
      must(!(answers[0] ?? '').includes(sentenceIn(other, sentence)), `${reader} sees the ${other} text too`);
    }
  }
  must(translatorCalls(steward) === before + 1, 'a text that was known was sent again');
  const standing = (await steward.teams.messages(channels.general)).filter(({ from }) => from.kind === 'bot');
  must(!standing.some((one) => wordsOf(one).includes(mark)), 'somebody’s translation stands in the channel');
  return wrong;
};

/** C5, as far as it is about messages translated on request. */
export const readers = defineProof({
  name: 'translation-5',
  says: 'three readers get their own language with one call, and a known text is not sent again',
  short: { runs: 4, seed: 5, on: 'sqlite' },
  runs: 200,
  runsEach: 50,
  plan: (dice, run, seed) => ({ dice, mark: `x${seed}-${run}` }),
  world: ({ url }) => startAsking(url),
  evidence(steward, { dice, mark }) {
    steward.clock.advance(2_000);
    return readTogether(steward, dice, mark);
  },
  laws: { 'each reads their own language, for one call': (wrong) => wrong },
});
