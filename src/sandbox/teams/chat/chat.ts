import type { Clock } from '../../../lib/clock.ts';
import type { Ids } from '../../../lib/ids.ts';
import type { InvokeResult, MessageView } from '../api.ts';
import {
  type Activity,
  invokeActivity,
  messageActivity,
  type Press,
  type Scene,
  submitActivity,
} from '../channel/activities.ts';
import type { BotDoor } from '../channel/bot-door.ts';
import { Problem } from '../http/answer.ts';
import type { Post } from '../store/post.ts';
import type { Store } from '../store/store.ts';
import type { Events } from './events.ts';
import { judgeInvokeAnswer } from './invoke-answer.ts';
import { markMentions, mentionsBot } from './mentions.ts';
import { toMessageView } from './message-view.ts';
import { deliveryNotice, pressNotice } from './notices.ts';
import { audienceOf, findPlace, mayRead, type Person, type Place } from './places.ts';

export interface Saying {
  readonly root?: string | undefined;
  /** Mentions the bot even where the text does not. */
  readonly mention?: boolean | undefined;
  /** Hands the same activity to the bot twice, as Teams does now and then. */
  readonly twice?: boolean | undefined;
}

/** What people do in Teams. Every call throws a Problem where Teams has no such conversation or message for them. */
export interface Chat {
  /** The message stands at once; `heard` ends when the bot took it, or refused it and a notice said so. */
  say(
    person: Person,
    conversation: string,
    text: string,
    saying?: Saying,
  ): Promise<{ id: string; heard: Promise<void> }>;
  /** Action.Execute; waits for the bot's answer. */
  press(person: Person, messageId: string, press: Press, activityId?: string): Promise<InvokeResult>;
  /** Action.Submit; the bot's answer is a message of its own. */
  submit(person: Person, messageId: string, data: unknown): Promise<{ heard: Promise<void> }>;
  /** Oldest first; with a person's own card views, where one is named. */
  read(conversation: string, person?: Person): Promise<MessageView[]>;
}

export const createChat = (deps: {
  store: Store;
  events: Events;
  door: BotDoor;
  serviceUrl: string;
  clock: Clock;
  ids: Ids;
}): Chat => {
  const { store, events, door, ids } = deps;

  const sceneOf = (person: Person, place: Place, root: string | undefined): Scene => ({
    serviceUrl: deps.serviceUrl,
    now: deps.clock.now(),
    person,
    place,
    root,
  });

  const notice = (person: Person, post: Post, text: string): void => {
    const root = post.root ?? (findPlace(post.conversation)?.kind === 'channel' ? post.id : undefined);
    const where = { conversationId: post.conversation, ...(root === undefined ? {} : { rootId: root }) };
    events.publish({ type: 'notice', ...where, text }, person.key);
  };

  const hand = async (person: Person, post: Post, activities: readonly Activity[]): Promise<void> => {
    const answers = await Promise.all(activities.map((activity) => door.post(activity)));
    const text = answers.map(deliveryNotice).find((line) => line !== undefined);
    if (text !== undefined) notice(person, post, text);
  };

  /** A message of the bot that this person sees, and its thread. */
  const pressed = async (person: Person, id: string): Promise<{ post: Post; scene: Scene }> => {
    const post = await store.find(id);
    const place = post && findPlace(post.conversation);
    if (!place || !mayRead(person, place) || post.author !== 'bot' || post.deleted) {
      throw new Problem(404, 'MessageNotFound', 'There is no card under this id.');
    }
    return { post, scene: sceneOf(person, place, place.kind === 'channel' ? (post.root ?? post.id) : undefined) };
  };

  const rootOf = async (place: Place, root: string | undefined): Promise<string | undefined> => {
    if (root === undefined || place.kind === 'personal') return undefined;
    const post = await store.find(root);
    if (post?.conversation !== place.id) throw new Problem(404, 'MessageNotFound', 'There is no such thread.');
    return post.root ?? post.id;
  };

  return {
    say: async (person, conversation, typed, saying = {}) => {
      const place = readable(person, conversation);
      const root = await rootOf(place, saying.root);
      const marked = markMentions(typed, place, saying.mention ?? false);
      const mentions = marked.mentions.map(({ text, name }) => ({ text, name }));
      const content = { text: marked.text, textFormat: 'plain' as const, mentions, cards: [] };
      const post = await store.add({ conversation: place.id, root, author: person.key, content });
      events.publish({ type: 'message', message: toMessageView(post) }, audienceOf(place));
      if (place.kind === 'channel' && !mentionsBot(marked)) return { id: post.id, heard: Promise.resolve() };
      const scene = sceneOf(person, place, root ?? post.id);
      const activity = messageActivity(scene, { id: post.id, ...marked });
      return { id: post.id, heard: hand(person, post, saying.twice ? [activity, activity] : [activity]) };
    },
    press: async (person, messageId, press, activityId) => {
      const { post, scene } = await pressed(person, messageId);
      const answer = await door.post(invokeActivity(scene, activityId ?? `f:${ids.guid()}`, post.id, press));
      const { result, card, fault } = judgeInvokeAnswer(answer);
      if (fault !== undefined) notice(person, post, pressNotice(fault));
      if (card) {
        await store.keepView(post.id, person.key, card);
        const message = toMessageView((await store.find(post.id)) ?? post, card);
        events.publish({ type: 'message', message }, person.key);
      }
      return result;
    },
    submit: async (person, messageId, data) => {
      const { post, scene } = await pressed(person, messageId);
      return { heard: hand(person, post, [submitActivity(scene, `f:${ids.guid()}`, post.id, data)]) };
    },
    read: async (conversation, person) => {
      const place = person ? readable(person, conversation) : findPlace(conversation);
      if (!place) throw notReadable();
      const [posts, views] = await Promise.all([
        store.list(place.id),
        person ? store.views(person.key) : new Map<string, unknown>(),
      ]);
      return posts.map((post) => toMessageView(post, views.get(post.id)));
    },
  };
};

const notReadable = (): Problem => new Problem(404, 'ConversationNotFound', 'There is no such conversation.');

const readable = (person: Person, conversation: string): Place => {
  const place = findPlace(conversation);
  if (!place || !mayRead(person, place)) throw notReadable();
  return place;
};
