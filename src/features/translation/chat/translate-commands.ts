import type { Values } from '#bot/arguments/argument.ts';
import { type Answer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { findLanguages } from '../languages/names.ts';
import type { Message } from '../message/document.ts';
import { formAnswers, type OrderFields, parseOrder } from '../parse-order.ts';
import { categoryNamed } from '../policy.ts';
import { readTyped, translation } from '../typed-order.ts';
import { AREA } from './commands.ts';
import { type SourceMessage, storeMessage, TRANSLATE_FORM } from './translate-form.ts';
import { openTranslation, readingLanguage, requireTranslator } from './translation-controller.ts';

export const translateCommand = defineCommand({
  name: 'translate',
  aliases: ['translate:', 'translate this', 'translate message'],
  area: AREA,
  effect: 'shows',
  takes: translation,
  long: true,
  menu: ['team', 'groupChat'],
  example: 'translate to german and japanese: The ledger is down.',
  async run(turn, args, services) {
    requireTranslator(turn, services);
    const { message, text: plain, ...said } = readTranslation(turn, args, services);
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

/** The options before the text, and a target behind it, as in “translate good morning to german”. */
const readTranslation = (turn: Turn, args: Values<typeof translation>, { policy }: Services) => {
  const said = readTyped(args, (name) => categoryNamed(policy.current(), name) !== undefined);
  const isOpen = !isText(turn) && said.to === undefined && !MARKED.test(turn.typed.content);
  const target = isOpen ? targetBehind(said.text, turn.words.formatLocale) : undefined;
  if (!target) return { ...said, message: messageIn(turn, said.text) };
  return { ...said, ...target, message: { kind: 'text' as const, content: target.text.trim() } };
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
