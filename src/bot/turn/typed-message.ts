import { z } from 'zod';
import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { clean, cut } from '#platform/lib/text.ts';
import { decode, escapeHtml, plainText } from './html.ts';
import { bareMarks, marksIn, type Placed, placeMentions, replaceMarks } from './mention-marks.ts';
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
import type { MessageContent, Turn } from './turn.ts';

/**
 * What the person wrote, and the message that they quote: what they forwarded, replied to or pasted as a quotation is no word of
 * theirs. The bot's mention is recognised by its entity, never by its name: a person may have the same name. Other mentions
 * become names.
 * @param nameOf of a mention; by default as the message shows it
 */
export const readTyped = (
  activity: VerifiedActivity,
  mentions: readonly Mention[],
  nameOf: (mark: Placed) => string = ({ label }) => label,
): Pick<Turn, 'text' | 'typed' | 'quoted' | 'quotes' | 'attached'> => {
  const html = partHtml(htmlOf(activity));
  const marked = [...quotationsInEntities(activity), ...html.quotations, ...quotationsInAttachments(activity)];
  const written = activity.text ?? '';
  const isBlank = plainText(html.own).trim() === '' && (marked.length === 0 || /<quoted\b/i.test(written));
  const hasHtml = !isBlank && (html.quotations.length > 0 || html.own !== '');
  // Where the html tells the words of others apart, the plain text may repeat them, unless it has a placeholder for them.
  const source = sourceOf(written, html.own, hasHtml ? (marked.length > 0 ? 'html' : undefined) : 'text', mentions);
  const named = replaceMarks(source.content, source.placed, (mark) => {
    const word = mark.mention?.isBot ? ' ' : nameOf(mark);
    return source.kind === 'html' ? escapeHtml(word) : word;
  });
  const inText = plainOf(source.kind === 'text' ? named : written, marked);
  const { own, quoted: lines } = partText(visible(source.kind === 'text' ? inText.own : plainText(named)));
  const quotations = [...marked, ...inText.quotations, ...(lines === '' ? [] : [{ author: '', text: lines }])];
  const placed = placeMentions(html.shown, marksIn('html', html.shown), mentions);
  const shown = replaceMarks(html.shown, placed, ({ mention }, tag) => (mention?.isBot ? ' ' : tag));
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

/** What the author wrote, with the mentions in it: the plain text where it has all that the html has, for its layout. */
const sourceOf = (
  text: string,
  html: string,
  only: MessageContent['kind'] | undefined,
  mentions: readonly Mention[],
): MessageContent & { readonly placed: readonly Placed[] } => {
  const [inText, inHtml] = [marksIn('text', text), marksIn('html', html)];
  const isWhole =
    inText.length > inHtml.length ||
    (inText.length === inHtml.length &&
      wordsOnly(text.replace(/<\/?at\b[^<>]*>/gi, '')) === wordsOnly(plainText(html)));
  const kind = only ?? (isWhole ? 'text' : 'html');
  const content = kind === 'text' ? text : html;
  // Without any entity, what looks like a mention is text.
  if (mentions.length === 0) return { kind, content, placed: [] };
  const counted =
    inText.length === inHtml.length ? inText.map((one, at) => ({ ...one, number: inHtml[at]?.number })) : inText;
  const marks = kind === 'text' ? counted : inHtml;
  const found = marks.length > 0 ? marks : bareMarks(kind, content, mentions);
  return { kind, content, placed: placeMentions(content, found, mentions) };
};

/** A text without its layout. */
const wordsOnly = (text: string): string => decode(text).replace(/[\s\u200b]|\ufe0f/g, '');

const visible = (said: string): string => clean(said.replace(/&nbsp;|\u00a0/g, ' '), LONGEST_MESSAGE);

const idsOf = (quotations: readonly Quotation[]): readonly string[] => [
  ...new Set(quotations.flatMap(({ id }) => (id === undefined ? [] : [id]))),
];

/** The plain text without the quotations that it has as markup, and without what it repeats of others. */
const plainOf = (text: string, marked: readonly Quotation[]) => {
  const parted = partHtml(text.replace(PLACEHOLDER, ' '));
  const own = parted.quotations.length > 0 ? plainText(parted.own.replaceAll('\n', '<br>')) : parted.own;
  // Somebody may have typed that markup: it points at no message.
  const quotations = parted.quotations.map(({ author, text: said }) => ({ author, text: said }));
  const repeated = marked.flatMap(({ author, text: said }) => (said === '' ? [] : [`${author} ${said}`, said]));
  return { quotations, own: repeated.reduce(withoutRepeats, own) };
};

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
