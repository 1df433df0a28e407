import { iso } from '../../../src/platform/lib/clock.ts';
import { everybody, sandboxBot } from '../../world.ts';
import type { MessageView } from '../api.ts';
import { Problem } from '../http/answer.ts';
import { previewOf } from '../page/text/format.ts';
import type { Post, Quoted } from '../store/post.ts';
import type { Store } from '../store/store.ts';
import type { Events } from './events.ts';
import type { Lookup } from './lookup.ts';
import { audienceOf, type Person, type Place } from './places.ts';

/** @param ownCard the answer to the reader's press; it replaces the cards of the post */
export const toMessageView = (post: Post, ownCard?: unknown): MessageView => {
  const { text, textFormat, mentions, summary, cards, consents, files, quoted, alert } = post.content;
  const { author } = post;
  return {
    id: post.id,
    conversationId: post.conversation,
    rootId: post.root,
    from:
      author === 'bot' ? { kind: 'bot', name: nameOf(author) } : { kind: 'person', key: author, name: nameOf(author) },
    at: iso(post.at),
    editedAt: post.editedAt === undefined ? undefined : iso(post.editedAt),
    deleted: post.deleted || undefined,
    text,
    textFormat,
    mentions,
    cards: ownCard === undefined ? cards : [ownCard],
    // The contexts of a consent are for the bot only.
    consents: consents?.map(({ acceptContext: _accept, declineContext: _decline, ...consent }) => consent),
    files: files?.map(({ name, fileType, path }) => ({ name, fileType, downloadUrl: path })),
    summary,
    alert,
    quoted: quoted && { id: quoted.id, name: nameOf(quoted.author), preview: quoted.preview },
  };
};

/** Sends a new message to the pages of everybody who can see the place. */
export const publishMessage = (events: Events, post: Post, place: Place): void =>
  events.publish({ type: 'message', message: toMessageView(post) }, audienceOf(place));

/** The same for a message that was changed in the store. */
export const publishChanged = async (events: Events, store: Store, id: string, place: Place): Promise<void> => {
  const changed = await store.find(id);
  if (changed) publishMessage(events, changed, place);
};

export const nameOf = (author: Post['author']): string => (author === 'bot' ? sandboxBot.name : everybody[author].name);

/**
 * The quote above a reply in a chat. A card has no preview.
 * @throws Problem in a channel, where people reply in the thread, and for a message of another conversation
 */
export const quoteFor = async (lookup: Lookup, person: Person, place: Place, id: string): Promise<Quoted> => {
  if (place.kind === 'channel') throw new Problem(400, 'NoQuotes', 'In a channel people reply in the thread.');
  const { post } = await lookup.message(person, id);
  if (post.conversation !== place.id) throw new Problem(404, 'MessageNotFound', 'There is no such message here.');
  const { text, mentions, textFormat = post.author === 'bot' ? 'markdown' : 'plain' } = post.content;
  return {
    id,
    author: post.author,
    preview: text ? previewOf({ text, textFormat, ...(mentions && { mentions }) }) : '',
  };
};
