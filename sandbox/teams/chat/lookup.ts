import { Problem } from '../http/answer.ts';
import type { Post } from '../store/post.ts';
import type { Store } from '../store/store.ts';
import { findPlace, mayRead, type Person, type Place } from './places.ts';

/** A message with its place, and in a channel the thread's first post. */
export interface FoundMessage {
  readonly post: Post;
  readonly place: Place;
  readonly root: string | undefined;
}

/** Finds messages that a person may see. Everything else is a Problem 404. */
export interface Lookup {
  place(person: Person, conversation: string): Place;
  /** One that was not deleted. */
  message(person: Person, id: string): Promise<FoundMessage>;
  /** The same, with at least one card. */
  card(person: Person, id: string): Promise<FoundMessage>;
  /** The first post of a thread, by any of its messages. */
  thread(place: Place, id: string): Promise<string>;
}

export const createLookup = (store: Store): Lookup => {
  const message = async (person: Person, id: string): Promise<FoundMessage> => {
    const post = await store.find(id);
    const place = post && findPlace(post.conversation);
    if (!place || !mayRead(person, place) || post.deleted) {
      throw new Problem(404, 'MessageNotFound', 'There is no such message.');
    }
    return foundMessage(post, place);
  };
  return {
    place: (person, conversation) => {
      const place = findPlace(conversation);
      if (!place || !mayRead(person, place)) {
        throw new Problem(404, 'ConversationNotFound', 'There is no such conversation.');
      }
      return place;
    },
    message,
    card: async (person, id) => {
      const found = await message(person, id);
      if (found.post.content.cards.length > 0) return found;
      throw new Problem(404, 'MessageNotFound', 'There is no card under this id.');
    },
    thread: async (place, id) => {
      const post = await store.find(id);
      if (post?.conversation !== place.id) throw new Problem(404, 'MessageNotFound', 'There is no such thread.');
      return post.root ?? post.id;
    },
  };
};

export const foundMessage = (post: Post, place: Place): FoundMessage => ({
  post,
  place,
  root: place.kind === 'channel' ? (post.root ?? post.id) : undefined,
});
