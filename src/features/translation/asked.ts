import { leading } from './languages/find-languages.ts';

/** What stands before the text of a typed translation, as it was typed. */
export interface Asked {
  readonly to?: string;
  readonly from?: string;
  /** As in "in latin letters". */
  readonly script?: string;
  readonly profanity?: 'Marked' | 'Deleted';
  /** A name of the policy's custom systems. */
  readonly category?: string;
  /** How many characters of what was typed stand before the text. */
  readonly head: number;
}

/** The words that begin a clause; what each takes goes up to the next one. */
const CLAUSE = /(?:^|\s)(to|into|from|in|with|masking|without)\s+/gi;
/** A head is a line of clauses that ends in a colon. */
const HEAD = /^(?=(?:to|into|from|in|with|masking|without)\s)[^\n:：]{0,300}[:：]/i;
const ONLY_COLON = /^\s*[:：]/;

/**
 * "to german and french from english in latin letters: Hello". Where the colon is missing the languages that are named
 * right after `to` and `from` are the head, and all else is the text.
 */
export const readAsked = (typed: string, locale: string): Asked => {
  const only = ONLY_COLON.exec(typed);
  if (only) return { head: only[0].length };
  const [head] = HEAD.exec(typed) ?? [];
  if (head !== undefined) return { ...clausesOf(head.replace(/[:：]$/, '')), head: head.length };
  return withoutColon(typed, locale);
};

const clausesOf = (head: string): Omit<Asked, 'head'> => {
  const marks = [...head.matchAll(CLAUSE)];
  const clauses = marks.map((mark, index) => ({
    word: mark[1]?.toLowerCase() ?? '',
    said: head.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim(),
  }));
  return Object.assign({}, ...clauses.map(({ word, said }) => clause(word, said)));
};

const clause = (word: string, said: string): Omit<Asked, 'head'> => {
  if (word === 'to' || word === 'into') return { to: said };
  if (word === 'from') return { from: said };
  if (word === 'in') return { script: said.replace(/\s*(script|letters|characters|alphabet)$/i, '') };
  if (word === 'with') return { category: said };
  return { profanity: word === 'masking' ? 'Marked' : 'Deleted' };
};

const withoutColon = (typed: string, locale: string): Asked => {
  let head = 0;
  let asked: Omit<Asked, 'head'> = {};
  for (;;) {
    const [start, word = ''] = /^\s*(to|into|from)\s+/i.exec(typed.slice(head)) ?? [];
    if (start === undefined) break;
    const rest = typed.slice(head + start.length);
    const length = listLength(rest, locale);
    // "translate to be or not to be" names no language: what follows is asked about, not translated.
    const said = length === 0 ? (/^\S+/.exec(rest)?.[0] ?? '') : rest.slice(0, length);
    asked = { ...asked, ...clause(word.toLowerCase(), said) };
    head += start.length + said.length;
  }
  return { ...asked, head };
};

/** How many characters at the beginning are a list of languages. */
const listLength = (text: string, locale: string): number => {
  let at = 0;
  for (;;) {
    const [between = ''] = at === 0 ? [''] : (/^\s*(?:,|&|\+|(?:and|und|et|y)\s)\s*/i.exec(text.slice(at)) ?? []);
    const { length } = leading(text.slice(at + between.length), locale);
    if (length === 0) return at;
    at += between.length + length;
  }
};
