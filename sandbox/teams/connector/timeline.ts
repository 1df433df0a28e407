import type { Events } from '../chat/events.ts';
import { publishChanged, publishMessage } from '../chat/message-view.ts';
import {
  audienceOf,
  type Channel,
  channels,
  findPlace,
  installationOf,
  type Place,
  splitThread,
} from '../chat/places.ts';
import type { TeamState } from '../chat/settings.ts';
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
  /** The channels of the team that the bot is in and that were not deleted. */
  channels(): Promise<readonly Channel[]>;
  /** @throws Problem 403 if the app is not installed */
  enter(place: Place): Promise<void>;
  post(spot: Spot, content: PostContent): Promise<Post>;
  typing(spot: Spot): void;
  /** One of the bot's own messages that is not deleted. */
  own(spot: Spot, id: string): Promise<Post>;
  /** The thread that a message of that place belongs to. @throws Problem 404 for an unknown message */
  threadOf(place: Place, id: string): Promise<Spot>;
  /** A message's thread, or the given spot: published clients that speak first answer an id of their own making. */
  answering(spot: Spot, id: string): Promise<Spot>;
  edit(post: Post, content: PostContent): Promise<void>;
  remove(post: Post): Promise<void>;
}

export const createTimeline = (store: Store, events: Events, team: TeamState): Timeline => {
  const showAgain = async ({ id, conversation }: Post): Promise<void> => {
    const place = findPlace(conversation);
    if (place) await publishChanged(events, store, id, place);
  };
  const threadOf = async (place: Place, id: string): Promise<Spot> => {
    const post = await store.find(id);
    if (post?.conversation !== place.id) throw notThere();
    return place.kind === 'channel' ? { place, root: post.root ?? post.id } : { place };
  };
  const isHere = (place: Place): Promise<boolean> => store.installations.isInstalled(installationOf(place));
  const enter = async (place: Place): Promise<void> => {
    if (team.isDeleted(place)) throw notKnown();
    if (!(await isHere(place))) throw notInRoster();
  };
  return {
    locate: async (conversationId) => {
      const { conversation, root } = splitThread(conversationId);
      const place = findPlace(conversation);
      // Channels and chats between people begin so; Teams does not tell a bot whether there are any.
      if (!place) throw conversation.startsWith('19:') ? notInRoster() : notKnown();
      await enter(place);
      return root === undefined ? { place } : threadOf(place, root);
    },
    enter,
    channels: async () => {
      const kept: Channel[] = [];
      for (const channel of channels) {
        if (!team.isDeleted(channel) && (await isHere(channel))) kept.push(channel);
      }
      return kept;
    },
    post: async (spot, content) => {
      if (content.consents && spot.place.kind !== 'personal') {
        throw new Problem(400, 'BadArgument', 'A file consent card can be sent in a personal chat only.');
      }
      if (team.isArchived(spot.place)) throw new Problem(403, 'MessageWritesBlocked', 'The team is archived.');
      if (team.isModerated(spot.place)) throw blocked();
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
    answering: async (spot, id) =>
      (await store.find(id))?.conversation === spot.place.id ? threadOf(spot.place, id) : spot,
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
/** A channel's moderation is told in the words of a person's block. */
const blocked = (): Problem =>
  new Problem(403, 'ConversationBlockedByUser', 'User blocked the conversation with the bot.');
const notThere = (): Problem =>
  new Problem(404, 'ActivityNotFoundInConversation', 'The activity is not found in the conversation.');
