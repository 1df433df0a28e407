import type { MessageView } from '../api.ts';
import {
  messageActivity,
  messageDeleteActivity,
  messageUpdateActivity,
  type SentMessage,
} from '../channel/activities.ts';
import { Problem } from '../http/answer.ts';
import type { Post, PostContent } from '../store/post.ts';
import type { Store } from '../store/store.ts';
import { absentNotice } from './bot-answers.ts';
import type { Events } from './events.ts';
import { type FoundMessage, foundMessage, type Lookup } from './lookup.ts';
import { type MarkedText, type Mentioning, markMentions, mentionsBot, namesBot } from './mentions.ts';
import { publishChanged, publishMessage, quoteFor, toMessageView } from './message-view.ts';
import { findPlace, type Person } from './places.ts';
import type { Reach } from './reach.ts';
import { readsChannelMessages } from './settings.ts';

export interface Saying {
  readonly root?: string | undefined;
  /** Mentions the bot even if the text does not. */
  readonly mention?: boolean | undefined;
  /** Sends the same activity to the bot twice, as Teams sometimes does. */
  readonly twice?: boolean | undefined;
  /** Cards that the app composed for the person's message. */
  readonly cards?: readonly Record<string, unknown>[] | undefined;
  /** The id of a message in the same chat that this replies to. */
  readonly quotes?: string | undefined;
}

/** People's messages. Each call throws a Problem if Teams has no such conversation or message for them. */
export interface Messages {
  /** The message is stored at once; `delivered` resolves when the bot has accepted it, or a notice says that it did not. */
  say(
    person: Person,
    conversation: string,
    text: string,
    saying?: Saying,
  ): Promise<{ id: string; delivered: Promise<void> }>;
  /** @throws Problem 403 for another author's message, as `remove` does */
  edit(person: Person, id: string, text: string): Promise<{ delivered: Promise<void> }>;
  remove(person: Person, id: string): Promise<{ delivered: Promise<void> }>;
  /** Oldest first; with a person's own card views, if a person is given. */
  read(conversation: string, person?: Person): Promise<MessageView[]>;
}

export const createMessages = (deps: { store: Store; events: Events; lookup: Lookup; reach: Reach }): Messages => {
  const { store, events, lookup, reach } = deps;

  const own = async (person: Person, id: string): Promise<FoundMessage> => {
    const found = await lookup.message(person, id);
    if (found.post.author !== person.key) throw new Problem(403, 'Forbidden', 'Only the author may change a message.');
    return found;
  };

  /** Whether the bot receives a message with these texts. */
  const reachesBot = ({ place }: FoundMessage, texts: readonly Mentioning[]): boolean =>
    place.kind === 'personal' || (place.kind === 'channel' && readsChannelMessages(store)) || texts.some(mentionsBot);

  const deliver = (
    person: Person,
    about: FoundMessage,
    texts: readonly Mentioning[],
    activities: Parameters<Reach['send']>[2],
  ): { delivered: Promise<void> } => ({
    delivered: reachesBot(about, texts) ? reach.send(person, about, activities) : Promise.resolve(),
  });

  return {
    say: async (person, conversation, typed, { root: named, mention = false, twice, cards = [], quotes } = {}) => {
      const place = lookup.place(person, conversation);
      const root = named === undefined || place.kind !== 'channel' ? undefined : await lookup.thread(place, named);
      const here = await reach.isHere(place);
      const marked = markMentions(typed, place, { withBot: mention && here, botIsHere: here });
      const quoted = quotes === undefined ? {} : { quoted: await quoteFor(lookup, person, place, quotes) };
      const content = { ...toContent(marked), cards: [...cards], ...quoted };
      const post = await store.add({ conversation: place.id, root, author: person.key, content });
      publishMessage(events, post, place);
      const about = foundMessage(post, place);
      if (!here && (place.kind === 'personal' || mention || namesBot(typed))) reach.notice(person, about, absentNotice);
      const message = toSent(post, marked);
      const times = twice ? [message, message] : [message];
      return {
        id: post.id,
        ...deliver(person, about, [marked], (scene) => times.map((each) => messageActivity(scene, each))),
      };
    },
    edit: async (person, id, typed) => {
      const about = await own(person, id);
      const { place, post } = about;
      const marked = markMentions(typed, place, { withBot: false, botIsHere: await reach.isHere(place) });
      await store.edit(id, { ...post.content, ...toContent(marked) });
      await publishChanged(events, store, id, about.place);
      return deliver(person, about, [marked, post.content], (scene) => [
        messageUpdateActivity(scene, toSent(post, marked)),
      ]);
    },
    remove: async (person, id) => {
      const about = await own(person, id);
      await store.remove(id);
      await publishChanged(events, store, id, about.place);
      return deliver(person, about, [about.post.content], (scene) => [messageDeleteActivity(scene, id)]);
    },
    read: async (conversation, person) => {
      const place = person ? lookup.place(person, conversation) : findPlace(conversation);
      if (!place) throw new Problem(404, 'ConversationNotFound', 'There is no such conversation.');
      const [posts, views] = await Promise.all([
        store.list(place.id),
        person ? store.views(person.key) : new Map<string, unknown>(),
      ]);
      return posts.map((post) => toMessageView(post, views.get(post.id)));
    },
  };
};

const toContent = ({ text, mentions }: MarkedText): Pick<PostContent, 'text' | 'textFormat' | 'mentions'> => ({
  text,
  textFormat: 'plain',
  mentions: mentions.map((mention) => ({ text: mention.text, name: mention.name })),
});

const toSent = ({ id, content }: Post, { text, mentions }: MarkedText): SentMessage => ({
  id,
  text,
  mentions,
  cards: content.cards,
  quoted: content.quoted,
});
