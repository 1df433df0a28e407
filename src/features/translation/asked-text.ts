import type { Message } from './message/document.ts';

/** What was typed, as Teams brought it and as plain text. */
interface Typed {
  readonly text: string;
  readonly typed: Message;
}

/**
 * The message of a typed command: all that was typed with its markup, without the words before it.
 * @param said its plain text, as it ends `text`; blanks do not count, since html has others
 */
export const messageIn = ({ text, typed }: Typed, said: string): Message => {
  if (said.trim() === '') return { kind: 'text', content: '' };
  if (typed.kind === 'text') return { kind: 'text', content: said.trim() };
  const before = visible(text) - visible(said);
  return { kind: 'html', content: withoutStart(typed.content, before) };
};

const visible = (text: string): number => text.replace(/\s/g, '').length;

/** A tag, a reference to a character, or one character as UTF-16 has it. */
const TOKEN = /<[^<>]*>|&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,31});|[\s\S]/gi;
const BLANK = /^(?:\s|&nbsp;|&#160;|&#xa0;)$/i;
/** Breaks and paragraphs that the words before the text leave empty. */
const EMPTY_START = /^(?:\s|&nbsp;|<br\s*\/?>|<(p|div)\b[^<>]*>(?:\s|&nbsp;|<br\s*\/?>)*<\/\1>)+/i;

/** The html without the first so many characters that a reader sees; its tags stay. */
const withoutStart = (html: string, count: number): string => {
  let left = count;
  let kept = '';
  let at = 0;
  for (const { 0: token, index } of html.matchAll(TOKEN)) {
    at = index;
    if (left === 0) break;
    if (token.startsWith('<') && token.length > 1) kept += token;
    else if (!BLANK.test(token)) left -= 1;
    at = index + token.length;
  }
  return (kept + html.slice(at).replace(/^(?:\s|&nbsp;)+/, '')).replace(EMPTY_START, '');
};
