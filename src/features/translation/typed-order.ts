import type { Values } from '#bot/arguments/argument.ts';
import { language, list, name, recognised, text } from '#bot/arguments/types.ts';
import { findLanguages, leading, scriptNamed } from './languages/names.ts';
import type { OrderFields } from './parse-order.ts';

/** Typed names of languages are found without the reader's locale: in English and in themselves. */
const LOCALE = 'en';
const LONGEST_HEAD = 300;
const WORDS = 'to|into|from|in|with|masking|without';
/** A head is a line of arguments that ends in a colon. */
const HEAD = new RegExp(`^(?=(?:${WORDS})\\s)[^\\n:：]{0,${LONGEST_HEAD}}(?=[:：])`, 'i');
const CLAUSE = new RegExp(`(?:^|\\s)(${WORDS})\\s+`, 'i');
const COLON = /^\s*[:：]/;
const SCRIPT = /(?:script|letters|characters|alphabet)$/i;
const PROFANE = /^(?:swear\s*words?|swearing|bad\s+words?|profanity)$/i;

/** "In short: it is down" and "without delay: restart it" are sentences, and no head. */
const isClause = (word: string, said: string): boolean => {
  if (word === 'masking' || word === 'without') return PROFANE.test(said);
  if (word !== 'in' || SCRIPT.test(said) || scriptNamed(said, LOCALE) !== undefined) return true;
  const { codes, unknown } = findLanguages(said, LOCALE);
  return codes.length > 0 && unknown.length === 0;
};

const isHead = (head: string): boolean => {
  const [, ...parts] = head.split(CLAUSE);
  return parts.every((said, at) => at % 2 === 0 || isClause((parts[at - 1] ?? '').toLowerCase(), said.trim()));
};

/** The number of characters of a list of languages at the beginning; of one word where there is none. */
const listLength = (words: string): number => {
  let at = 0;
  for (;;) {
    const [between = ''] = at === 0 ? [''] : (/^\s*(?:,|&|\+|(?:and|und|et|y)\s)\s*/i.exec(words.slice(at)) ?? []);
    const { length } = leading(words.slice(at + between.length), LOCALE);
    if (length === 0) return at > 0 ? at : (/^\S+/.exec(words)?.[0].length ?? 0);
    at += between.length + length;
  }
};

/** The languages right after `to` and `from`, where no colon ends them. */
const languagesLength = (typed: string): number => {
  let at = 0;
  for (;;) {
    const rest = typed.slice(at, LONGEST_HEAD);
    const [begun] = /^\s*(?:to|into|from)\s+/i.exec(rest) ?? [];
    if (begun === undefined) return at;
    at += begun.length + listLength(rest.slice(begun.length));
  }
};

/** The text begins at the colon behind its arguments, or behind the languages that come first. */
const textStart = (typed: string): number => {
  const [head] = HEAD.exec(typed) ?? [];
  if (head !== undefined && isHead(head)) return head.length;
  return COLON.test(typed) ? 0 : languagesLength(typed);
};

/** "to german and french from english in latin letters: Hello". The text may hold any word. */
export const translation = {
  from: language.ledBy('from').after('from').shownAs('LANGUAGE'),
  to: list('language').ledBy('into').after('to', 'into').shownAs('LANGUAGE'),
  in: text.after('in').shownAs('LANGUAGE'),
  with: name('category').ledBy('category').after('with').shownAs('SYSTEM'),
  masking: text.after('masking').shownAs('PROFANITY'),
  without: text.after('without').shownAs('PROFANITY'),
  text: recognised('text')
    .printedAfter(':')
    .with({ startsAt: { exec: (typed) => ({ index: textStart(typed) }) } }),
};

/** @param isSystem whether the policy has a custom system with that name: "with regards: Ana" is a text */
export const readTyped = (
  { from, to, in: into, with: system, masking, without, text: typed = '' }: Values<typeof translation>,
  isSystem: (said: string) => boolean,
): OrderFields & { readonly text: string } => {
  // Many scripts have a language's name: "in greek" asks for the language, "to turkish in greek" for the script.
  const isScript = into !== undefined && (to !== undefined || SCRIPT.test(into));
  const isText = system !== undefined && !isSystem(system);
  const plain = typed.replace(COLON, '');
  return {
    from,
    to: to ?? (isScript ? undefined : into),
    script: isScript ? into.replace(SCRIPT, '').trimEnd() : undefined,
    profanity: masking !== undefined ? 'Marked' : without !== undefined ? 'Deleted' : undefined,
    category: isText ? undefined : system,
    text: isText ? `with ${system}:${plain}` : plain,
  };
};
