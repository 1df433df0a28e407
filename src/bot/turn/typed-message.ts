import { z } from 'zod';
import { clean, cut } from '../../lib/text.ts';
import type { VerifiedActivity } from '../gate/activity.ts';
import { escapeHtml, plainText } from './html.ts';
import type { Mention } from './mentions.ts';
import { partText, withoutRepeats } from './own-lines.ts';
import {
  partHtml,
  type Quotation,
  quotationsInAttachments,
  quotationsInEntities,
  quotedIn,
  referencesIn,
} from './quotations.ts';
import type { MentionedPerson, MessageContent, Turn } from './turn.ts';

/**
 * What the person wrote, and the message that they quote: what they forwarded, replied to or pasted as a quotation is no word of
 * theirs. The bot's mention is recognised by its entity, never by its name: a person may have the same name. Other mentions
 * become names.
 * @param people the mentioned people who were looked up, by channel account
 */
export const readTyped = (
  activity: VerifiedActivity,
  mentions: readonly Mention[],
  people: ReadonlyMap<string, MentionedPerson> = new Map(),
): Pick<Turn, 'text' | 'typed' | 'quoted' | 'quotes' | 'attached'> => {
  const isBot = ({ id }: Mention): boolean => id === activity.recipient.id;
  const wordOf = (mention: Mention): string => (isBot(mention) ? ' ' : (people.get(mention.id)?.name ?? mention.shown));
  const html = partHtml(htmlOf(activity));
  const marked = [...quotationsInEntities(activity), ...html.quotations, ...quotationsInAttachments(activity)];
  const plain = withNames(activity.text ?? '', mentions, wordOf);
  const inText = plainOf(plain, marked);
  const inHtml = plainText(withMentions(html.own, mentions, (mention) => escapeHtml(wordOf(mention))));
  const hasHtml = html.quotations.length > 0 || html.own !== '';
  // Where the html tells the words of others apart, the plain text may repeat them, unless it has a placeholder for them.
  const said =
    marked.length === 0 || !hasHtml || (inHtml.trim() === '' && /<quoted\b/i.test(plain)) ? inText.own : inHtml;
  const { own, quoted: lines } = partText(visible(said));
  const quotations = [...marked, ...inText.quotations, ...(lines === '' ? [] : [{ author: '', text: lines }])];
  const shown = withMentions(html.shown, mentions, (mention, tag) => (isBot(mention) ? ' ' : tag));
  const quoted = quotedIn(quotations);
  const text = clean(own, LONGEST_MESSAGE);
  return {
    text,
    typed: shown === '' ? messageContent('text', text) : messageContent('html', shown),
    ...(quoted ? { quoted } : {}),
    ...(quotations.length === 0 ? {} : { quotes: idsOf(quotations) }),
    ...(hasFiles(activity, html.own) ? { attached: true } : {}),
  };
};

const visible = (said: string): string => clean(said.replace(/&nbsp;|\u00a0/g, ' '), LONGEST_MESSAGE);

const idsOf = (quotations: readonly Quotation[]): readonly string[] => [
  ...new Set(quotations.flatMap(({ id }) => (id === undefined ? [] : [id]))),
];

/** The plain text without the quotations that it has as markup, and without what it repeats of others. */
const plainOf = (text: string, marked: readonly Quotation[]) => {
  const parted = partHtml(text.replace(PLACEHOLDER, ' '));
  const own = parted.quotations.length > 0 ? plainText(parted.own) : parted.own;
  // Somebody may have typed that markup: it points at no message.
  const quotations = parted.quotations.map(({ author, text: said }) => ({ author, text: said }));
  const repeated = marked.flatMap(({ author, text: said }) => (said === '' ? [] : [`${author} ${said}`, said]));
  return { quotations, own: repeated.reduce(withoutRepeats, own) };
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

/** @param html the typed message; in a channel it has a mark for a file, and in a chat one for a quoted message */
const hasFiles = (activity: VerifiedActivity, html: string): boolean => {
  const messages = referencesIn(activity).map(({ id }) => `"${id}"`);
  const marks = [...html.matchAll(/<attachment\b([^<>]*)/gi)].map(([, attributes = '']) => attributes);
  return (
    marks.some((attributes) => !messages.some((id) => attributes.includes(id))) ||
    attachmentsOf(activity).some(({ contentType }) => FILE.test(contentType))
  );
};

/** Teams also sends the typed text as html. */
const htmlOf = (activity: VerifiedActivity): string => {
  const html = attachmentsOf(activity).find(({ contentType }) => contentType === 'text/html')?.content;
  return typeof html === 'string' ? html : '';
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
