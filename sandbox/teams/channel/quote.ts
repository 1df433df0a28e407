import { everybody, sandboxBot } from '../../world.ts';
import { nameOf } from '../chat/quotes.ts';
import type { Quoted } from '../store/post.ts';
import { escapeHtml } from './html.ts';
import type { Activity } from './scene.ts';

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
