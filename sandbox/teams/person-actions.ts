import { type AnyPersonKey, everybody } from '../world.ts';
import type { DialogAnswer, DialogSource, FoundChoice, InvokeResult, SignOn } from './api.ts';
import type { Chat } from './chat/chat.ts';
import { findPerson, type Person } from './chat/places.ts';
import type { PressOptions, TeamsSession } from './chat/presses.ts';
import type { TeamEvent } from './chat/settings.ts';

/** People's actions, for tests and stories: each resolves when the bot has accepted or refused it. */
export interface PeopleActs {
  /** `mention` mentions the bot if the text does not. */
  say(
    as: AnyPersonKey,
    conversation: string,
    text: string,
    options?: {
      root?: string;
      mention?: boolean;
      deliverTwice?: boolean;
      /** The cards that a dialog composed. */
      cards?: readonly Record<string, unknown>[];
      /** The message of the same chat that this replies to. */
      quotes?: string;
    },
  ): Promise<{ id: string }>;
  /** Changes the person's own message. */
  edit(as: AnyPersonKey, messageId: string, text: string): Promise<void>;
  /** Deletes the person's own message. */
  remove(as: AnyPersonKey, messageId: string): Promise<void>;
  /** Presses a button (Action.Execute) and waits for the bot's answer. */
  act(as: AnyPersonKey, messageId: string, verb: string, data?: object, options?: PressOptions): Promise<InvokeResult>;
  /** The same as a client does it: where the bot asks for a sign-in, single sign-on is tried first (`setSignOn`). */
  press(as: AnyPersonKey, messageId: string, verb: string, data?: object): Promise<InvokeResult>;
  /**
   * What single sign-on gives for the person, for `act` with `authentication`.
   * @throws Error where the directory gives nothing
   */
  ssoToken(as: AnyPersonKey, uri: string, session: TeamsSession): Promise<string>;
  setSignOn(as: AnyPersonKey, signOn: SignOn): Promise<void>;
  /** Types into a list that the bot searches. */
  search(as: AnyPersonKey, messageId: string, dataset: string, text: string): Promise<readonly FoundChoice[]>;
  /** Teams' automatic refresh when a card with a `refresh` becomes visible to the person. */
  refresh(as: AnyPersonKey, messageId: string): Promise<InvokeResult>;
  openDialog(as: AnyPersonKey, source: DialogSource): Promise<DialogAnswer>;
  submitDialog(as: AnyPersonKey, source: DialogSource, data: unknown): Promise<DialogAnswer>;
  /** Answers the consent card of that index on a message of the bot. */
  consent(as: AnyPersonKey, messageId: string, index: number, accept: boolean): Promise<InvokeResult>;
  setLocale(as: AnyPersonKey, locale: string): Promise<void>;
  /** @param where `team`, `personal`, or the id of a channel or chat with members of its own */
  setInstalled(as: AnyPersonKey, where: string, installed: boolean): Promise<void>;
  /** Whether the channel's moderation lets no bot post. */
  setModerated(as: AnyPersonKey, channel: string, moderated: boolean): Promise<void>;
  /** Renames, deletes, restores or archives the team or one of its channels, and waits until the bot was told. */
  changeTeam(
    as: AnyPersonKey,
    event: TeamEvent,
    change?: { readonly channel?: string; readonly name?: string },
  ): Promise<void>;
  /** Whether every message of the team's channels reaches the bot. */
  setPermission(as: AnyPersonKey, readsChannelMessages: boolean): Promise<void>;
}

export const createPeopleActs = (chat: Chat): PeopleActs => ({
  say: async (as, conversation, text, { root, mention, deliverTwice, cards, quotes } = {}) => {
    const saying = { root, mention, twice: deliverTwice, cards, quotes };
    const { id, delivered } = await chat.say(personOf(as), conversation, text, saying);
    await delivered;
    return { id };
  },
  edit: async (as, messageId, text) => (await chat.edit(personOf(as), messageId, text)).delivered,
  remove: async (as, messageId) => (await chat.remove(personOf(as), messageId)).delivered,
  act: (as, messageId, verb, data, options) =>
    chat.press(personOf(as), messageId, { type: 'Action.Execute', verb, data }, options),
  press: (as, messageId, verb, data) =>
    chat.pressSignedOn(personOf(as), messageId, { type: 'Action.Execute', verb, data }),
  ssoToken: (as, uri, session) => chat.ssoToken(personOf(as), uri, session),
  setSignOn: (as, signOn) => chat.setSignOn(personOf(as), signOn),
  search: (as, messageId, dataset, text) => chat.search(personOf(as), messageId, dataset, text),
  refresh: (as, messageId) => chat.refresh(personOf(as), messageId),
  openDialog: (as, source) => chat.openDialog(personOf(as), source),
  submitDialog: (as, source, data) => chat.submitDialog(personOf(as), source, data),
  consent: (as, messageId, index, accept) => chat.consent(personOf(as), messageId, index, accept),
  setLocale: (as, locale) => chat.setLocale(personOf(as), locale),
  setInstalled: async (as, where, installed) => (await chat.setInstalled(personOf(as), where, installed)).delivered,
  setModerated: (as, channel, moderated) => chat.setModerated(personOf(as), channel, moderated),
  changeTeam: (as, event, change) => chat.changeTeam(personOf(as), event, change),
  setPermission: (as, readsChannelMessages) => {
    personOf(as);
    return chat.setPermission(readsChannelMessages);
  },
});

/** @throws Error with the names of all people */
export const personOf = (key: AnyPersonKey): Person => {
  const person = findPerson(key);
  if (!person) throw new Error(`${Object.keys(everybody).join(', ')} are known, ${key} is not`);
  return person;
};
