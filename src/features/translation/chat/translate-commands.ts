import { language, list, name, recognised, sentence, text } from '#bot/arguments/types.ts';
import { type Answer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { findLanguages, leading, scriptNamed } from '../languages/names.ts';
import type { Message } from '../message/document.ts';
import { formAnswers, type OrderFields, parseOrder } from '../parse-order.ts';
import { categoryNamed } from '../policy.ts';
import { AREA } from './commands.ts';
import { type SourceMessage, storeMessage, TRANSLATE_FORM } from './translate-form.ts';
import { openTranslation, readingLanguage, requireTranslator } from './translation-controller.ts';

export const translateCommand = defineCommand({
  name: 'translate',
  aliases: ['translate:', 'translate this', 'translate message'],
  area: AREA,
  effect: 'shows',
  takes: {
    // The text may contain any word: the command itself parses the part before it.
    message: sentence({
      from: language.ledBy('from').after('from').shownAs('LANGUAGE'),
      to: list('language').ledBy('into').after('to', 'in').shownAs('LANGUAGE'),
      with: name('category').ledBy('category').after('with').shownAs('SYSTEM'),
      masking: text.after('masking').shownAs('PROFANITY'),
      text: recognised('text').first().printedAfter(':'),
    }),
  },
  long: true,
  menu: ['team', 'groupChat'],
  example: 'translate to german and japanese: The ledger is down.',
  async run(turn, { message: asked = '' }, services) {
    requireTranslator(turn, services);
    const {
      message,
      text: plain,
      ...said
    } = isText(turn) ? { text: asked, message: messageIn(turn, asked) } : parseHere(asked, turn, services);
    if (!isText(turn) && EVERYTHING.test(plain.trim())) return textAnswer('translation.refused.everything');
    if (message.content !== '' && (isText(turn) || !POINTS.test(plain.trim()))) {
      const shortened = 'shortened' in turn.typed && turn.typed.shortened ? 'length' : undefined;
      return translateMessage(turn, services, said, { message, text: plain, author: turn.who.name, shortened });
    }
    // Teams sends the beginning of the quoted message, in personal and group chats.
    const { quoted } = turn;
    if (!quoted) return formAnswer(TRANSLATE_FORM, formAnswers(said, services.policy.current(), turn.words));
    const quote = {
      message: { kind: 'text', content: quoted.text },
      text: quoted.text,
      author: quoted.author,
    } as const;
    return translateMessage(turn, services, said, { ...quote, shortened: 'quote' });
  },
});

/** Words that point at a message, as in “translate it to german”. */
const POINTS = /^(?:this|that|it|(?:(?:this|that|the)\s)?message)[.!]?$/i;
/** Words for more than a message. */
const EVERYTHING =
  /^(?:(?:this|the|our)\s)?(?:(?:whole|entire)\s)?(?:channel|chat|conversation|thread|everything|all messages)(?:\shere)?[.!]?$/i;

interface ParsedText extends CommandFields {
  readonly text: string;
  readonly message: Message;
}

/** The options before the text, and a target behind it, as in “translate good morning to german”. */
const parseHere = (asked: string, turn: Turn, { policy }: Services): ParsedText => {
  const { formatLocale } = turn.words;
  const { head, ...said } = parseCommand(
    asked,
    formatLocale,
    (name) => categoryNamed(policy.current(), name) !== undefined,
  );
  const text = asked.slice(head);
  const target =
    said.to === undefined && !MARKED.test(turn.typed.content) ? targetBehind(text, formatLocale) : undefined;
  if (!target) return { ...said, text, message: messageIn(turn, text) };
  return { ...said, ...target, message: { kind: 'text', content: target.text.trim() } };
};

/** Markup that would be lost in plain text. */
const MARKED = /<(?:code|pre|a|table|li)\b/i;
/** The longest target behind a text. */
const LONGEST_TARGET = 100;

/** Stands before the languages. */
const TARGET_WORD = /(?<=^|\s)(?:to|into)(?=\s)/gi;

/** “good morning to german and french”: the text, and the languages behind it. */
const targetBehind = (text: string, locale: string): { readonly text: string; readonly to: string } | undefined => {
  const start = Math.max(0, text.length - LONGEST_TARGET);
  const end = text.slice(start);
  const word = [...end.matchAll(TARGET_WORD)].at(-1);
  if (!word) return undefined;
  const before = end.slice(0, word.index).trimEnd();
  const to = end
    .slice(word.index + word[0].length)
    .trim()
    .replace(/[.!]$/, '');
  const { codes, unknown } = findLanguages(to, locale);
  if (text.includes('\n') || codes.length === 0 || unknown.length > 0) return undefined;
  return { text: text.slice(0, start) + before, to };
};

/** Everything after the colon of the command's name is text. */
const isText = ({ text }: Turn): boolean => /^\/?\s*translate[:：]/i.test(text);

const translateMessage = async (
  turn: Turn,
  services: Services,
  said: OrderFields,
  kept: SourceMessage,
): Promise<Answer> => {
  const own = await readingLanguage(turn, services);
  const policy = services.policy.current();
  if (own === undefined && said.to === undefined) {
    const message = await storeMessage(turn, services, kept);
    return formAnswer(TRANSLATE_FORM, { ...formAnswers(said, policy, turn.words), message });
  }
  const { conversationId } = turn.where;
  const order = parseOrder(kept.message, said, { policy, words: turn.words, own: own ?? '', conversationId });
  if ('field' in order) return textAnswer(order.text, order.values);
  const { shortened } = kept;
  return openTranslation(turn, services, {
    order,
    source: turn.source,
    ...(shortened === undefined ? {} : { shortened }),
  });
};

/** The head of a typed translation, as typed: the part before the text. */
interface ParsedCommand {
  readonly to?: string;
  readonly from?: string;
  /** As in "in latin letters". */
  readonly script?: string;
  readonly profanity?: 'Marked' | 'Deleted';
  /** The name of a custom system in the policy. */
  readonly category?: string;
  /** The number of typed characters before the text. */
  readonly head: number;
}

/** The words that begin a clause, which ends at the next such word. */
const CLAUSE = /(?:^|\s)(to|into|from|in|with|masking|without)\s+/gi;
/** The longest head. */
const LONGEST_HEAD = 300;
/** A head is a line of clauses that ends in a colon. */
const HEAD = new RegExp(`^(?=(?:to|into|from|in|with|masking|without)\\s)[^\\n:：]{0,${LONGEST_HEAD}}[:：]`, 'i');
const ONLY_COLON = /^\s*[:：]/;
const SCRIPT = /(?:script|letters|characters|alphabet)$/i;
const PROFANE = /^(?:swear\s*words?|swearing|bad\s+words?|profanity)$/i;

type CommandFields = Omit<ParsedCommand, 'head'>;
interface Known {
  /** The reader's locale. */
  readonly locale: string;
  /** Whether the policy has a custom system with that name. */
  isCategory(said: string): boolean;
}

/**
 * "to german and french from english in latin letters: Hello". Without a colon, or if the part before it is a sentence, the
 * languages right after `to` and `from` are the head, and everything else is the text.
 */
export const parseCommand = (typed: string, locale: string, isCategory: Known['isCategory']): ParsedCommand => {
  const only = ONLY_COLON.exec(typed);
  if (only) return { head: only[0].length };
  const [head] = HEAD.exec(typed) ?? [];
  const said = head === undefined ? undefined : clausesOf(head.slice(0, -1), { locale, isCategory });
  return head !== undefined && said ? { ...said, head: head.length } : withoutColon(typed, locale);
};

/** Undefined if one of them has no meaning: then it is an ordinary sentence. */
const clausesOf = (head: string, known: Known): CommandFields | undefined => {
  const marks = [...head.matchAll(CLAUSE)];
  const clauses = marks.map((mark, index) => ({
    word: mark[1]?.toLowerCase() ?? '',
    said: head.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim(),
  }));
  const hasTarget = clauses.some(({ word }) => word === 'to' || word === 'into');
  const read = clauses.map(({ word, said }) =>
    word === 'in' ? scriptOrTarget(said, known.locale, hasTarget) : clause(word, said, known),
  );
  return read.every((each) => each !== undefined) ? Object.assign({}, ...read) : undefined;
};

const clause = (word: string, said: string, { isCategory }: Known): CommandFields | undefined => {
  if (word === 'with') return isCategory(said) ? { category: said } : undefined;
  if (word === 'masking' || word === 'without') {
    return PROFANE.test(said) ? { profanity: word === 'masking' ? 'Marked' : 'Deleted' } : undefined;
  }
  return languageClause(word, said);
};

const languageClause = (word: string, said: string): CommandFields => (word === 'from' ? { from: said } : { to: said });

/** Many scripts have a language's name: "in greek" asks for the language, "to turkish in greek" for the script. */
const scriptOrTarget = (said: string, locale: string, hasTarget: boolean): CommandFields | undefined => {
  if (SCRIPT.test(said)) return { script: said.replace(SCRIPT, '').trimEnd() };
  const { codes, unknown } = findLanguages(said, locale);
  if (!hasTarget && codes.length > 0 && unknown.length === 0) return { to: said };
  return scriptNamed(said, locale) === undefined ? undefined : { script: said };
};

const withoutColon = (typed: string, locale: string): ParsedCommand => {
  const start = typed.slice(0, LONGEST_HEAD);
  let head = 0;
  let asked: CommandFields = {};
  for (;;) {
    const [begun, word = ''] = /^\s*(to|into|from)\s+/i.exec(start.slice(head)) ?? [];
    if (begun === undefined) break;
    const rest = start.slice(head + begun.length);
    const length = listLength(rest, locale);
    // "translate to be or not to be" names no language: the form asks for it.
    const said = length === 0 ? (/^\S+/.exec(rest)?.[0] ?? '') : rest.slice(0, length);
    asked = { ...asked, ...languageClause(word.toLowerCase(), said) };
    head += begun.length + said.length;
  }
  return { ...asked, head };
};

/** The number of characters of a list of languages at the beginning. */
const listLength = (text: string, locale: string): number => {
  let at = 0;
  for (;;) {
    const [between = ''] = at === 0 ? [''] : (/^\s*(?:,|&|\+|(?:and|und|et|y)\s)\s*/i.exec(text.slice(at)) ?? []);
    const { length } = leading(text.slice(at + between.length), locale);
    if (length === 0) return at;
    at += between.length + length;
  }
};

/** The typed message, as received and as plain text. */
interface Typed {
  readonly text: string;
  readonly typed: Message;
}

/**
 * The message of a typed command: the text with its markup, without the head.
 * @param said its plain text, the end of `text`; spaces do not count, because html has other ones
 */
export const messageIn = ({ text, typed }: Typed, said: string): Message => {
  if (said.trim() === '') return { kind: 'text', content: '' };
  if (typed.kind === 'text') return { kind: 'text', content: said.trim() };
  const before = visible(text) - visible(said);
  return { kind: 'html', content: withoutStart(typed.content, before) };
};

const visible = (text: string): number => text.replace(/\s/g, '').length;

/** A tag, a character reference, or one UTF-16 code unit. */
const TOKEN = /<[^<>]*>|&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,31});|[\s\S]/gi;
const BLANK = /^(?:\s|&nbsp;|&#160;|&#xa0;)$/i;
/** Line breaks and paragraphs that are empty without the head. */
const EMPTY_START = /^(?:\s|&nbsp;|<br\s*\/?>|<(p|div)\b[^<>]*>(?:\s|&nbsp;|<br\s*\/?>)*<\/\1>)+/i;

/** The html without its first visible characters; its tags stay. */
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
