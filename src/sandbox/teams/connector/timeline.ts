import type { Events } from '../chat/events.ts';
import { publishChanged, publishMessage } from '../chat/message-view.ts';
import { audienceOf, findPlace, installationOf, type Place, splitThread } from '../chat/places.ts';
import { Problem } from '../http/answer.ts';
import type { Post, PostContent } from '../store/post.ts';
import type { Store } from '../store/store.ts';

/** The bot's position: a conversation, and in a channel the thread's first post. */
export interface Spot {
  readonly place: Place;
  readonly root?: string;
}

/** The bot's actions on messages; every change is stored and shown to everybody who can see the place. */
export interface Timeline {
  /** @throws Problem 404 or 403 for a conversation without the bot, 404 for a thread that does not exist */
  locate(conversationId: string): Promise<Spot>;
  /** @throws Problem 403 if the app is not installed */
  enter(place: Place): Promise<void>;
  post(spot: Spot, content: PostContent): Promise<Post>;
  typing(spot: Spot): void;
  /** One of the bot's own messages that is not deleted. */
  own(spot: Spot, id: string): Promise<Post>;
  /** The thread that a message of that place belongs to. */
  threadOf(place: Place, id: string): Promise<Spot>;
  edit(post: Post, content: PostContent): Promise<void>;
  remove(post: Post): Promise<void>;
}

export const createTimeline = (store: Store, events: Events): Timeline => {
  const showAgain = async ({ id, conversation }: Post): Promise<void> => {
    const place = findPlace(conversation);
    if (place) await publishChanged(events, store, id, place);
  };
  const threadOf = async (place: Place, id: string): Promise<Spot> => {
    const post = await store.find(id);
    if (post?.conversation !== place.id) throw notThere();
    return place.kind === 'channel' ? { place, root: post.root ?? post.id } : { place };
  };
  const enter = async (place: Place): Promise<void> => {
    if (!(await store.installations.isInstalled(installationOf(place)))) throw notInRoster();
  };
  return {
    locate: async (conversationId) => {
      const { conversation, root } = splitThread(conversationId);
      const place = findPlace(conversation);
      if (!place) throw conversation.endsWith('@thread.tacv2') ? notInRoster() : notKnown();
      await enter(place);
      return root === undefined ? { place } : threadOf(place, root);
    },
    enter,
    post: async (spot, content) => {
      if (content.consents && spot.place.kind === 'channel') {
        throw new Problem(400, 'BadArgument', 'A file consent card can be sent in a personal chat only.');
      }
      const post = await store.add({ conversation: spot.place.id, root: spot.root, author: 'bot', content });
      publishMessage(events, post, spot.place);
      return post;
    },
    typing: ({ place, root }) =>
      events.publish(
        { type: 'typing', conversationId: place.id, ...(root === undefined ? {} : { rootId: root }) },
        audienceOf(place),
      ),
    own: async ({ place }, id) => {
      const post = await store.find(id);
      if (post?.conversation !== place.id || post.deleted) throw notThere();
      if (post.author !== 'bot') throw new Problem(403, 'Forbidden', 'Only the author may change a message.');
      return post;
    },
    threadOf,
    edit: async (post, content) => {
      await store.edit(post.id, content);
      await showAgain(post);
    },
    remove: async (post) => {
      await store.remove(post.id);
      await showAgain(post);
    },
  };
};

const notKnown = (): Problem => new Problem(404, 'ConversationNotFound', 'Conversation not found.');
const notInRoster = (): Problem =>
  new Problem(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation roster.');
const notThere = (): Problem =>
  new Problem(404, 'ActivityNotFoundInConversation', 'The activity is not found in the conversation.');
