import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { InvokeResult } from '../api.ts';
import { type Press, pressValue, type SignInProof, submitActivity, type Trigger } from '../channel/activities.ts';
import { Problem } from '../http/answer.ts';
import { refreshesByItself, refreshOf } from '../page/data/refresh.ts';
import type { Store } from '../store/store.ts';
import type { Events } from './events.ts';
import { checkInvokeAnswer } from './invoke-answer.ts';
import type { FoundMessage, Lookup } from './lookup.ts';
import { toMessageView } from './message-view.ts';
import { absentNotice, troubleNotice } from './notices.ts';
import { membersOf, type Person } from './places.ts';
import type { Reach } from './reach.ts';

/** @param activityId of a repeated activity; the proof comes with a press after the bot asked for a sign-in */
export interface PressOptions extends SignInProof {
  readonly activityId?: string | undefined;
}

/** Presses of people on buttons of cards. */
export interface Presses {
  /** Action.Execute; waits for the bot's answer. */
  press(person: Person, messageId: string, press: Press, options?: PressOptions): Promise<InvokeResult>;
  /**
   * Teams' automatic refresh when a card becomes visible to a person: the card's `refresh`, whose answer becomes that
   * person's view. A failure shows no notice.
   * @throws Problem 400 if the card has no refresh for this person
   */
  refresh(person: Person, messageId: string, press?: Press): Promise<InvokeResult>;
  /** Action.Submit; the bot's answer is a new message. */
  submit(person: Person, messageId: string, data: unknown): Promise<{ delivered: Promise<void> }>;
}

export const createPresses = (deps: {
  store: Store;
  events: Events;
  lookup: Lookup;
  reach: Reach;
  ids: Ids;
}): Presses => {
  const { store, events, lookup, reach } = deps;

  const execute = async (
    person: Person,
    about: FoundMessage,
    press: Press,
    trigger: Trigger,
    { activityId: id, ...proof }: PressOptions = {},
  ): Promise<InvokeResult> => {
    const value = pressValue(press, trigger, proof);
    const answer = await reach.invoke(person, about, { name: 'adaptiveCard/action', value, id });
    const { result, card, fault } = checkInvokeAnswer(answer);
    if (fault !== undefined && trigger === 'manual') reach.notice(person, about, troubleNotice('button', fault));
    const standsYet = card && (await store.find(about.post.id));
    if (standsYet && !standsYet.deleted) {
      await store.keepView(about.post.id, person.key, card);
      events.publish({ type: 'message', message: toMessageView(standsYet, card) }, [person.key]);
    }
    return result;
  };

  return {
    press: async (person, messageId, press, options) =>
      execute(person, await lookup.card(person, messageId), press, 'manual', options),
    refresh: async (person, messageId, press) => {
      const about = await lookup.card(person, messageId);
      const ownCard = (await store.views(person.key)).get(about.post.id);
      const members = membersOf(about.place).length;
      const action = refreshFor(person, members, ownCard === undefined ? about.post.content.cards : [ownCard]);
      if (!action) throw new Problem(400, 'BadArgument', 'This card does not refresh itself for this person.');
      return execute(person, about, press ?? action, 'automatic');
    },
    submit: async (person, messageId, data) => {
      const about = await lookup.card(person, messageId);
      const id = `f:${deps.ids.guid()}`;
      if (!(await reach.isHere(about.place))) reach.notice(person, about, absentNotice);
      return { delivered: reach.send(person, about, (scene) => [submitActivity(scene, id, about.post.id, data)]) };
    },
  };
};

/** The refresh of the first card that refreshes itself for this person. */
const refreshFor = ({ teamsId }: Person, members: number, cards: readonly unknown[]): Press | undefined => {
  const action = refreshOf(cards.find((card) => refreshesByItself(card, teamsId, members)));
  return action && { type: 'Action.Execute', ...action };
};
