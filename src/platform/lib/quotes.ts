/** Phones, word processors and other languages have quotes of their own; any of them may open and close. */
const DOUBLE = '"“”„‟«»＂〝〞〟';
const SINGLE = "‘’‚‛‹›＇'";
/** All of them, for what is trimmed. */
export const QUOTES = DOUBLE + SINGLE;

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
/** Between letters a single one is an apostrophe. */
const INSIDE = String.raw`(?:[^${QUOTES}\n]|(?<=${LETTER})['’](?=${LETTER}))`;

/** The source of a pattern with the flag `u`: a text in quotes. A single quote opens only before a word, and ’ (“’90s”) never. */
export const QUOTED = `"([^"]*)"|[${DOUBLE}]([^${DOUBLE}]*)[${DOUBLE}]|(?<!${LETTER})[‘‚‛‹›＇'](${INSIDE}+)[‘’‹›＇'](?!${LETTER})`;

const WHOLE = new RegExp(`^(?:${QUOTED}|’(${INSIDE}+)’)$`, 'u');

/** A text that is quoted as a whole, without its quotes; any other as it is. */
export const unquoted = (text: string): string => {
  const trimmed = text.trim();
  const [whole, ...inside] = WHOLE.exec(trimmed) ?? [];
  return whole === undefined ? text : (inside.find((one) => one !== undefined) ?? '').trim();
};
