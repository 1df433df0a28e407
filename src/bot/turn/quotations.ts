import { z } from 'zod';
import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { clean, oneLine } from '#platform/lib/text.ts';
import { plainText } from './html.ts';
import type { Quoted } from './turn.ts';

/** A part of a message that its author did not write: forwarded, replied to or quoted. */
export interface Quotation {
  /** Empty where Teams names none. */
  readonly author: string;
  /** Plain text, of a reply only the beginning; empty for a card or a deleted message. */
  readonly text: string;
  /** The message of this conversation that a reply quotes; absent where Teams does not vouch for it. */
  readonly id?: string | undefined;
}

interface Part {
  readonly html: string;
  readonly isQuotation: boolean;
}

/** Any `<blockquote>` is another person's text, whichever client marked it; one that never ends goes on to the end. */
const partsOf = (html: string): readonly Part[] => {
  const parts: Part[] = [];
  let depth = 0;
  let from = 0;
  const add = (to: number, isQuotation: boolean): void => {
    if (to > from) parts.push({ html: html.slice(from, to), isQuotation });
    from = to;
  };
  for (const { 0: tag, 1: closing, index } of html.matchAll(/<(\/?)blockquote\b[^<>]*>/gi)) {
    if (closing !== '' && depth === 0) continue;
    if (depth === 0) add(index, false);
    depth += closing === '' ? 1 : -1;
    if (depth === 0) add(index + tag.length, true);
  }
  add(html.length, depth > 0);
  return parts;
};

const withoutQuotations = (html: string): string =>
  partsOf(html)
    .map((part) => (part.isQuotation ? '' : part.html))
    .join('');

/** Html, parted into what its author wrote and what they did not. */
interface PartedHtml {
  /** Without any quotation: what may act. */
  readonly own: string;
  /** With the quotations inside the author's text, unless Teams put them there: what may be shown or translated. */
  readonly shown: string;
  readonly quotations: readonly Quotation[];
}

export const partHtml = (html: string): PartedHtml => {
  const quotations: Quotation[] = [];
  let [own, shown, hasBegun] = ['', '', false];
  for (const part of partsOf(html)) {
    if (part.isQuotation) {
      quotations.push(quotationIn(part.html));
      if (hasBegun && !/^<[^<>]*schema\.skype\.com/i.test(part.html)) shown += part.html;
    } else {
      own += part.html;
      shown += part.html;
      hasBegun ||= plainText(part.html).trim() !== '';
    }
  }
  return { own, shown, quotations };
};

const MAX_QUOTE = 4_000;
/** With its markup: a preview is a few lines. */
const MAX_QUOTE_HTML = 20_000;

const quotationIn = (html: string): Quotation => {
  const tag = /^<[^<>]*>/.exec(html)?.[0] ?? '';
  const content = withoutQuotations(html.slice(tag.length).replace(/<\/blockquote\s*>$/i, '')).slice(0, MAX_QUOTE_HTML);
  const [, name] = /<\w+\b[^<>]*\bitemprop="(?:mri|name)"[^<>]*>([^<>]*)</i.exec(content) ??
    /<strong\b[^<>]*>([^<>]*)</i.exec(content) ?? ['', ''];
  return {
    // A forward has no author's name: what stands in bold is its text.
    author: /\/Forward/i.test(tag) ? '' : plainText(name ?? '').trim(),
    text: clean(plainText(previewIn(content)), MAX_QUOTE),
    id: /schema\.skype\.com\/Reply/i.test(tag) ? /\bitemid=["']?([^"'\s<>]+)/i.exec(tag)?.[1] : undefined,
  };
};

/** The content of the first block that shows the quoted message; all but its author and time where none is marked. */
const previewIn = (html: string): string => {
  const block = /<(p|div)\b[^<>]*\bitemprop="(?:preview|copy|comment)"[^<>]*>/i.exec(html);
  if (!block) return html.replace(/<(strong|b|span)\b[^<>]*\bitemprop=[^<>]*>[^<>]*<\/\1>/gi, '');
  const inside = html.slice(block.index + block[0].length);
  const end = inside.search(block[1]?.toLowerCase() === 'p' ? /<\/p>/i : /<\/div>/i);
  return end < 0 ? inside : inside.slice(0, end);
};

const text = z.string().nullish().catch(undefined);
const sender = z
  .object({
    user: z.object({ displayName: text }).nullish(),
    application: z.object({ displayName: text }).nullish(),
  })
  .nullish()
  .catch(undefined);

const quotedReply = z.object({
  type: z.literal('quotedReply'),
  quotedReply: z
    .object({
      messageId: text,
      senderName: text,
      preview: text,
      isReplyDeleted: z.unknown().optional(),
      validatedMessageReference: z.unknown().optional(),
    })
    .catch({}),
});

const reference = z.object({
  contentType: z.enum(['messageReference', 'forwardedMessageReference']),
  id: text,
  content: z.unknown().optional(),
});

const referred = z.object({
  messageId: text,
  messagePreview: text,
  messageSender: sender,
  originalMessageContent: text,
  originalMessageSender: sender,
});

const listIn = ({ raw }: VerifiedActivity, name: 'entities' | 'attachments'): readonly unknown[] => {
  const list = raw[name];
  return Array.isArray(list) ? list : [];
};

const readAll = <T>(list: readonly unknown[], schema: z.ZodType<T>): readonly T[] =>
  list.flatMap((one) => schema.safeParse(one).data ?? []);

/** From the entities that newer clients send. */
export const quotationsInEntities = (activity: VerifiedActivity): readonly Quotation[] =>
  readAll(listIn(activity, 'entities'), quotedReply).map(({ quotedReply: told }) => ({
    author: told.senderName ?? '',
    text: clean(told.preview ?? '', MAX_QUOTE),
    id:
      told.isReplyDeleted === true || told.validatedMessageReference === false
        ? undefined
        : (told.messageId ?? undefined),
  }));

/** The references to other messages among the attachments; the html has a mark with the id of each. */
export const referencesIn = (activity: VerifiedActivity) => readAll(listIn(activity, 'attachments'), reference);

export const quotationsInAttachments = (activity: VerifiedActivity): readonly Quotation[] =>
  referencesIn(activity).map(({ contentType, id, content }) => {
    const said = referred.safeParse(typeof content === 'string' ? parsed(content) : content).data;
    const by = said?.messageSender ?? said?.originalMessageSender;
    const shown = said?.messagePreview ?? plainText(said?.originalMessageContent?.slice(0, MAX_QUOTE_HTML) ?? '');
    return {
      author: by?.user?.displayName ?? by?.application?.displayName ?? '',
      text: clean(shown, MAX_QUOTE),
      id: contentType === 'messageReference' ? (said?.messageId ?? id ?? undefined) : undefined,
    };
  });

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/**
 * The quotation whose text can be used, in the order in which its sources can be trusted. Author and text come from one source:
 * where another source says otherwise of the same message, it has no author.
 */
export const quotedIn = (quotations: readonly Quotation[]): Quoted | undefined => {
  const first = quotations.find((one) => one.text !== '');
  if (!first) return undefined;
  const differs = (one: string, other: string): boolean => one !== '' && oneLine(one) !== oneLine(other);
  const isDisputed = quotations.some(
    ({ id, author, text: said }) =>
      (id === undefined || first.id === undefined || id === first.id) &&
      (differs(author, first.author) || differs(said, first.text)),
  );
  return { author: (isDisputed ? '' : oneLine(first.author, 100)) || '?', text: first.text, shortened: true };
};
