import { iso } from '../../../src/platform/lib/clock.ts';
import { team, tenantId } from '../../world.ts';
import type { FoundMessage } from '../chat/lookup.ts';
import { everybody } from '../chat/places.ts';
import type { Post } from '../store/post.ts';
import { markdownToHtml, quoteAttachment, senderOf, toHtml } from './message-html.ts';
import type { Activity } from './scene.ts';

/** A message as a message action sends it to the bot: the chatMessage of Microsoft Graph. */
export const messagePayload = ({ post, place, root }: FoundMessage, locale: string): Activity => ({
  id: post.id,
  replyToId: root === undefined || root === post.id ? null : root,
  messageType: 'message',
  createdDateTime: iso(post.at),
  lastModifiedDateTime: post.editedAt === undefined ? null : iso(post.editedAt),
  deleted: false,
  subject: null,
  summary: post.content.summary ?? null,
  importance: 'normal',
  locale: locale.toLowerCase(),
  linkToMessage: linkTo(place.id, post.id, root),
  from: identityOf(post.author),
  body: { contentType: 'html', content: bodyOf(post) },
  attachmentLayout: null,
  attachments: [
    ...(post.content.quoted ? [quoteAttachment(post.content.quoted)] : []),
    ...post.content.cards.map((card, index) => ({
      id: cardId(post, index),
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: JSON.stringify(card),
      name: null,
      thumbnailUrl: null,
    })),
  ],
  mentions: (post.content.mentions ?? []).map(({ name }, id) => ({
    id,
    mentionText: name,
    mentioned: identityOf(everybody.find((person) => person.name === name)?.key ?? 'bot'),
  })),
  reactions: [],
});

const identityOf = (author: Post['author']): Activity => ({
  device: null,
  conversation: null,
  user: null,
  application: null,
  ...senderOf(author),
});

const bodyOf = (post: Post): string => {
  const {
    text = '',
    textFormat = post.author === 'bot' ? 'markdown' : 'plain',
    mentions = [],
    cards,
    quoted,
  } = post.content;
  const mark = (name: string, index: number): string => `<at id="${index}">${name}</at>`;
  const html =
    textFormat === 'html' ? text : (textFormat === 'markdown' ? markdownToHtml : toHtml)(text, mentions, mark);
  const quote = quoted ? `<attachment id="${quoted.id}"></attachment>` : '';
  const attached = cards.map((_card, index) => `<attachment id="${cardId(post, index)}"></attachment>`);
  return `<div>${quote}${html}${attached.join('')}</div>`;
};

const cardId = ({ id }: Post, index: number): string => `card-${id}-${index}`;

const linkTo = (conversation: string, id: string, root: string | undefined): string => {
  const url = new URL(`https://teams.microsoft.com/l/message/${encodeURIComponent(conversation)}/${id}`);
  url.searchParams.set('tenantId', tenantId);
  if (root === undefined) url.searchParams.set('context', '{"contextType":"chat"}');
  else {
    url.searchParams.set('groupId', team.aadGroupId);
    url.searchParams.set('parentMessageId', root);
  }
  return url.href;
};
