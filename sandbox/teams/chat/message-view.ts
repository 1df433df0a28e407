import { iso } from '../../../src/platform/lib/clock.ts';
import type { MessageView } from '../api.ts';
import type { Post } from '../store/post.ts';
import type { Store } from '../store/store.ts';
import type { Events } from './events.ts';
import { audienceOf, type Place } from './places.ts';
import { nameOf } from './quotes.ts';

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
