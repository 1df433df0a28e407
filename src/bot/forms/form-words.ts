import { memoByObject } from '#platform/lib/cache.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';

/**
 * What a typed text can tell a form to do. `agree` is said when nothing is left to answer, before that it may be an answer;
 * `decline` skips an optional question and answers a required one.
 */
type FormWord = TextName<'bot.formWord'>;

const WORDS = ['send', 'agree', 'back', 'skip', 'decline', 'cancel'] as const satisfies readonly FormWord[];

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s.!,;:…]+/g, ' ')
    .trim();

/** The phrases of a language, as the texts list them. */
const phrasesOf = memoByObject(
  (words: Words): ReadonlyMap<string, FormWord> =>
    new Map(
      WORDS.flatMap((word) =>
        words
          .plain(`bot.formWord.${word}`)
          .split(', ')
          .map((phrase) => [plain(phrase), word] as const),
      ),
    ),
);

/** Words that change nothing of what is meant. */
const POLITE = /^(?:please |pls |ok |just |now )|(?: please| pls| thanks| thank you| then| now)$/;

const LONGEST = 60;

/** What a typed text tells a form to do; undefined for an answer. */
export const formWordIn = (text: string, words: Words): FormWord | undefined => {
  if (text.length > LONGEST) return undefined;
  const said = plain(text);
  const phrases = phrasesOf(words);
  return phrases.get(said) ?? phrases.get(said.replace(POLITE, ''));
};

/** Whether a text is nothing but a yes or a no, however politely it is put. */
export const agreesIn = (text: string, words: Words): boolean => {
  if (text.length > LONGEST) return false;
  const phrases = [...phrasesOf(words)].flatMap(([phrase, word]) => (ANSWERS.has(word) ? [phrase] : []));
  const said = [...phrases, ...POLITE_WORDS].sort((a, b) => b.length - a.length);
  let rest = plain(text);
  for (;;) {
    if (rest === '') return true;
    const next = said.find((phrase) => rest === phrase || rest.startsWith(`${phrase} `));
    if (next === undefined) return false;
    rest = rest.slice(next.length).trim();
  }
};

const ANSWERS: ReadonlySet<FormWord> = new Set(['agree', 'decline']);
const POLITE_WORDS = ['please', 'pls', 'thanks', 'thank', 'you', 'then', 'now', 'just', 'so', 'and', 'well', 'but'];

const questionsOf = memoByObject((words: Words): readonly string[] => words.plain('bot.form.asks').split(', '));

/** Whether a text begins or ends as a question to the bot does. */
export const asksIn = (text: string, words: Words): boolean => {
  const said = plain(text);
  return /\?\s*$/.test(text) || questionsOf(words).some((start) => said.startsWith(`${start} `));
};
