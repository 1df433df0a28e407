import { z } from 'zod';
import { clean, cut, oneLine } from '../../lib/text.ts';
import type { VerifiedActivity } from '../gate/activity.ts';
import { escapeHtml, plainText } from './html.ts';
import type { Mention } from './mentions.ts';
import type { MentionedPerson, MessageContent, Quoted, Turn } from './turn.ts';

/**
 * The typed text, and the quoted message. The bot's mention is recognised by its entity, never by its name: a person may have
 * the same name. Other mentions become names.
 * @param people the mentioned people who were looked up, by channel account
 */
export const readTyped = (
  activity: VerifiedActivity,
  mentions: readonly Mention[],
  people: ReadonlyMap<string, MentionedPerson> = new Map(),
): Pick<Turn, 'text' | 'typed' | 'quoted' | 'attached'> => {
  const isBot = ({ id }: Mention): boolean => id === activity.recipient.id;
  const wordOf = (mention: Mention): string => (isBot(mention) ? ' ' : (people.get(mention.id)?.name ?? mention.shown));
  const { quote, rest } = apart(htmlOf(activity));
  const html = withMentions(rest, mentions, (mention, tag) => (isBot(mention) ? ' ' : tag));
  const quoted = quoteOf(activity, quote);
  const said =
    quote === undefined
      ? withNames(activity.text ?? '', mentions, wordOf)
      : plainText(withMentions(rest, mentions, (mention) => escapeHtml(wordOf(mention))));
  const spoken = said.replace(/&nbsp;|\u00a0/g, ' ');
  const text = clean(quoted ? spoken.replace(PLACEHOLDER, ' ') : spoken, LONGEST_MESSAGE);
  return {
    text,
    typed: html === '' ? messageContent('text', text) : messageContent('html', html),
    ...(quoted ? { quoted } : {}),
    ...(hasFiles(activity, rest) ? { attached: true } : {}),
  };
};

/** Each mention has an entity, in order; one without its own uses the entity of the same text before it. */
const withNames = (text: string, mentions: readonly Mention[], wordOf: (mention: Mention) => string): string => {
  const told = mentions.filter((mention) => mention.text !== '');
  const once = told.reduce((so, mention) => so.replace(mention.text, () => wordOf(mention)), text);
  return told.reduce((so, mention) => so.replaceAll(mention.text, () => wordOf(mention)), once);
};

/** A mention in the html of a message; its number is its position among the mentions. */
const MENTION = /<(at|span)\b([^<>]*)>[^<>]*<\/\1>/gi;

const withMentions = (
  html: string,
  mentions: readonly Mention[],
  replaced: (mention: Mention, tag: string) => string,
): string =>
  html.replace(MENTION, (tag, _name, attributes: string) => {
    const mention = mentions[Number(/\b(?:item)?id="(\d+)"/.exec(attributes)?.[1])];
    return mention ? replaced(mention, tag) : tag;
  });

/** The placeholder that newer clients leave in the text for the quote. */
const PLACEHOLDER = /<quoted\b[^<>]*>/gi;

const attachments = z
  .array(z.object({ contentType: z.string(), content: z.unknown().optional() }).catch({ contentType: '', content: '' }))
  .catch([]);

const attachmentsOf = ({ raw }: VerifiedActivity) => attachments.parse(raw['attachments']);

/** A file from a personal chat or a channel, or a pasted picture. */
const FILE = /^(?:application\/vnd\.microsoft\.teams\.file\.|reference$|image\/)/i;

/** @param html the typed message; in a channel it has a mark for a file */
const hasFiles = (activity: VerifiedActivity, html: string): boolean =>
  /<attachment\b/i.test(html) || attachmentsOf(activity).some(({ contentType }) => FILE.test(contentType));

/** Teams also sends the typed text as html. */
const htmlOf = (activity: VerifiedActivity): string => {
  const html = attachmentsOf(activity).find(({ contentType }) => contentType === 'text/html')?.content;
  return typeof html === 'string' ? html : '';
};

/** The quote before a reply, which may contain quotes itself, and the typed text around it. */
const apart = (html: string): { readonly quote?: string; readonly rest: string } => {
  let depth = 0;
  let from: number | undefined;
  for (const { 0: tag, 1: closing, index } of html.matchAll(/<(\/?)blockquote\b[^<>]*>/gi)) {
    if (from === undefined && (closing !== '' || !tag.includes('schema.skype.com/Reply'))) continue;
    from ??= index;
    depth += closing === '' ? 1 : -1;
    const to = index + tag.length;
    if (depth === 0) return { quote: html.slice(from, to), rest: html.slice(0, from) + html.slice(to) };
  }
  return { rest: html };
};

const quotedReply = z.object({
  type: z.literal('quotedReply'),
  quotedReply: z.object({ senderName: z.string().nullish(), preview: z.string().nullish() }),
});

const MAX_QUOTE = 4_000;
/** With its markup: a preview is a few lines. */
const MAX_QUOTE_HTML = 20_000;

/** Newer clients send it in an entity, all others in the html. A card or a deleted message has no preview. */
const quoteOf = ({ raw }: VerifiedActivity, quote: string | undefined): Quoted | undefined => {
  const entities = Array.isArray(raw['entities']) ? raw['entities'] : [];
  const told = entities.map((entity) => quotedReply.safeParse(entity)).find(({ success }) => success)
    ?.data?.quotedReply;
  const html = quote?.slice(0, MAX_QUOTE_HTML) ?? '';
  const author = told?.senderName ?? plainText(/<strong\b[^<>]*>([^<>]*)<\/strong>/i.exec(html)?.[1] ?? '');
  const text = clean(told?.preview ?? plainText(previewIn(html)), MAX_QUOTE);
  return text === '' ? undefined : { author: oneLine(author, 100) || '?', text, shortened: true };
};

/** The content of the first paragraph that shows the quoted message. */
const previewIn = (html: string): string => {
  const shown = [...html.matchAll(/<p\b[^<>]*>/gi)].find(([tag]) => /\bitemprop="(?:preview|copy)"/i.test(tag));
  const inside = shown ? html.slice(shown.index + shown[0].length) : '';
  return inside.slice(0, Math.max(0, inside.search(/<\/p>/i)));
};

/** The most of one message that Steward takes, in characters; Teams itself keeps about 100 KB. */
const LONGEST_MESSAGE = 100_000;

/** A message as received, cut if it is too long: html before a tag, never inside one. */
export const messageContent = (kind: MessageContent['kind'], content: string): MessageContent =>
  content.length <= LONGEST_MESSAGE ? { kind, content } : { kind, content: shortened(kind, content), shortened: true };

const shortened = (kind: MessageContent['kind'], content: string): string => {
  const kept = cut(content, LONGEST_MESSAGE);
  return kind === 'html' ? kept.replace(/(?:<[^<>]*|&#?\w{0,31})…$/, '…') : kept;
};
