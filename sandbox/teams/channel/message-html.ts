import { everybody, sandboxBot } from '../../world.ts';
import { nameOf } from '../chat/message-view.ts';
import { markdownToHtml as drawn } from '../page/text/markdown.ts';
import type { Quoted } from '../store/post.ts';
import type { Activity } from './scene.ts';

interface Marked {
  readonly text: string;
  readonly name: string;
}

/** A text with `<at>` mentions as HTML; `mark` gives the element of each mention, by its order. */
export const toHtml = (text: string, mentions: readonly Marked[], mark: Mark): string =>
  withMentions(escapeHtml(text).replaceAll('\n', '<br>'), mentions, mark);

/** The same for Markdown, which Teams stores as HTML. HTML inside it is text. */
export const markdownToHtml = (text: string, mentions: readonly Marked[], mark: Mark): string =>
  withMentions(drawn(text).trim(), mentions, mark);

type Mark = (escapedName: string, index: number) => string;

const withMentions = (html: string, mentions: readonly Marked[], mark: Mark): string =>
  mentions.reduce(
    (so, mention, index) => so.replace(escapeHtml(mention.text), () => mark(escapeHtml(mention.name), index)),
    html,
  );

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The quote before the html in the bot's activity. */
export const quoteHtml = ({ id, author, preview }: Quoted): string =>
  [
    `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="${id}">`,
    `<strong itemprop="mri" itemid="${accountOf(author)}">${escapeHtml(nameOf(author))}</strong>`,
    `<span itemprop="time" itemid="${id}"></span>`,
    `<p itemprop="preview">${escapeHtml(preview)}</p>`,
    '</blockquote>',
  ].join('\r\n');

/** The same in the plain text, not separated from the typed text: some clients send it so, others leave it out. */
export const quoteText = ({ author, preview }: Quoted): string => `${nameOf(author)}\r\n${preview}\r\n\r\n`;

/** The same in a chatMessage of Microsoft Graph: an attachment that the body refers to. */
export const quoteAttachment = ({ id, author, preview }: Quoted): Activity => ({
  id,
  contentType: 'messageReference',
  contentUrl: null,
  content: JSON.stringify({
    messageId: id,
    messagePreview: preview,
    messageSender: senderOf(author),
  }),
  name: null,
  thumbnailUrl: null,
});

/** An author in Microsoft Graph: an application or a user. */
export const senderOf = (author: Quoted['author']): Activity =>
  author === 'bot'
    ? { application: { applicationIdentityType: 'bot', id: sandboxBot.appId, displayName: sandboxBot.name } }
    : { user: { userIdentityType: 'aadUser', id: everybody[author].objectId, displayName: everybody[author].name } };

const accountOf = (author: Quoted['author']): string =>
  author === 'bot' ? sandboxBot.id : `8:orgid:${everybody[author].objectId}`;
