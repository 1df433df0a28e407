import { editDistance, normalise, oneLine } from '#platform/lib/text.ts';
import type { Choice } from '#teams/cards/form.ts';

/** What a typed text means among some choices. */
type ChoiceMatch =
  | { readonly is: 'exact' | 'near'; readonly choice: Choice }
  /** More than one is near, or one of which only some words were said. */
  | { readonly is: 'unclear'; readonly near: readonly Choice[] };

/** By title or value, whatever its case and spaces; else the only one that has all its words, a letter or two apart. */
export const matchChoice = (choices: readonly Choice[], text: string): ChoiceMatch => {
  const said = normalise(text);
  const exact = choices.find(({ title, value }) => normalise(title) === said || normalise(value) === said);
  if (exact && said !== '') return { is: 'exact', choice: exact };
  const [whole, ...alike] = choices.filter((one) =>
    [one.title, one.value].some((name) => isNear(said, normalise(name))),
  );
  if (whole && alike.length === 0) return { is: 'near', choice: whole };
  const words = wordsOf(text);
  const counted = choices.map((choice) => {
    const names = [...wordsOf(choice.title), ...wordsOf(choice.value)];
    return { choice, count: words.filter((word) => names.some((name) => isLike(word, name))).length };
  });
  const most = Math.max(0, ...counted.map(({ count }) => count));
  const near = most === 0 ? [] : counted.filter(({ count }) => count === most).map(({ choice }) => choice);
  const [only, ...others] = near;
  return only && others.length === 0 && most === words.length
    ? { is: 'near', choice: only }
    : { is: 'unclear', near: near.length === choices.length ? [] : near };
};

/** Shorter words are like everything, but for numbers, which are like nothing else. */
const SHORTEST = 3;
const NUMBER = /\d/;
const MOST_WORDS = 12;

const wordsOf = (text: string): readonly string[] =>
  oneLine(text)
    .split(/[\s/·_-]+/)
    .map(normalise)
    .filter((word) => word.length >= SHORTEST || NUMBER.test(word))
    .slice(0, MOST_WORDS);

const isLike = (word: string, name: string): boolean =>
  NUMBER.test(word) ? word === name : name.startsWith(word) || isNear(word, name);

/** Longer texts are no names: to compare them takes long. */
const LONGEST = 80;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** A letter in four may be wrong, and no number. */
const isNear = (word: string, name: string): boolean =>
  word.length <= LONGEST &&
  digitsOf(word) === digitsOf(name) &&
  editDistance(word, name) <= Math.floor(Math.min(word.length, name.length) / 4);

/** What separates names in a list: “reader, contributor and owner”. */
const BETWEEN = /[,;+&\n]|(?<=\s)and(?=\s)/i;

/** Names as people list them; one name where nothing separates them. */
export const namesIn = (text: string): readonly string[] =>
  text
    .split(BETWEEN)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** What a text means that names several choices, or one whose title holds an “and”: each name with what it means. */
export const matchChoices = (
  choices: readonly Choice[],
  text: string,
): readonly { readonly said: string; readonly match: ChoiceMatch }[] => {
  const whole = matchChoice(choices, text);
  const names = whole.is === 'exact' ? [text] : namesIn(text);
  return names.map((said) => ({ said, match: matchChoice(choices, said) }));
};

/** Those that have all the words that were typed, a letter or two apart; those that begin with them first. */
export const searchChoices = (choices: readonly Choice[], text: string): readonly Choice[] => {
  const said = normalise(text);
  const words = wordsOf(text);
  const rank = ({ title, value }: Choice): number => {
    const name = normalise(title);
    if (name.startsWith(said)) return 0;
    if (name.includes(said) || normalise(value).includes(said)) return 1;
    const names = [...wordsOf(title), ...wordsOf(value)];
    return words.length > 0 && words.every((word) => names.some((one) => isLike(word, one))) ? 2 : NOT_FOUND;
  };
  return choices
    .map((choice) => ({ choice, at: rank(choice) }))
    .filter(({ at }) => at < NOT_FOUND)
    .toSorted((a, b) => a.at - b.at)
    .map(({ choice }) => choice);
};

const NOT_FOUND = 3;
