import { z } from 'zod';
import { type Clock, HOUR, MINUTE } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { FoundChoice, InvokeResult } from '../api.ts';
import { type Press, pressValue, type SignInProof, submitActivity, type Trigger } from '../channel/activities.ts';
import { Problem } from '../http/answer.ts';
import { refreshesByItself, refreshOf } from '../page/card/card-json.ts';
import type { Store } from '../store/store.ts';
import { absentNotice, checkInvokeAnswer, loginRequestOf, troubleNotice } from './bot-answers.ts';
import type { Events } from './events.ts';
import type { FoundMessage, Lookup } from './lookup.ts';
import { toMessageView } from './message-view.ts';
import { membersOf, type Person } from './places.ts';
import type { Reach } from './reach.ts';
import { signOnOf } from './settings.ts';

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

/** The person's sign-in to Teams, which its tokens tell of. */
export interface TeamsSession {
  /** In milliseconds since 1970. */
  readonly authTime: number;
  /** Authentication contexts that it satisfied; none when absent. */
  readonly contexts?: readonly string[];
}

/** What the directory gives Teams for a person and an application ID URI; undefined where it gives nothing. */
export type TokenService = (
  wish: TeamsSession & { readonly person: Person; readonly uri: string },
) => Promise<string | undefined>;

/** Single sign-on in the client (learn.microsoft.com: SSO for your Adaptive Cards Universal Actions). */
export interface SingleSignOn {
  /**
   * Presses a button. Where the bot asks for a sign-in and says which token it takes, the client sends the same press once more
   * with that token; where the bot does not take it, the person is left with the first answer, whose button opens the sign-in.
   */
  pressSignedOn(person: Person, messageId: string, press: Press): Promise<InvokeResult>;
  /** @throws Error where the directory gives nothing */
  ssoToken(person: Person, uri: string, session: TeamsSession): Promise<string>;
}

const RECENT = 2 * MINUTE;
const THIS_MORNING = 8 * HOUR;

export const createSingleSignOn = (deps: {
  store: Store;
  presses: Pick<Presses, 'press'>;
  tokenService: TokenService;
  clock: Clock;
}): SingleSignOn => {
  const { store, presses, tokenService, clock } = deps;

  const tokenFor = async (person: Person, uri: string | undefined): Promise<string | undefined> => {
    const signOn = signOnOf(store, person);
    if (signOn === 'off' || uri === undefined) return undefined;
    const authTime = clock.now() - (signOn === 'recent' ? RECENT : THIS_MORNING);
    return tokenService({ person, uri, authTime, contexts: ['c1'] });
  };

  return {
    pressSignedOn: async (person, messageId, press) => {
      const first = await presses.press(person, messageId, press);
      const request = loginRequestOf(first);
      const token = request && (await tokenFor(person, request.tokenExchangeResource?.uri));
      if (!request || token === undefined) return first;
      const { connectionName, tokenExchangeResource } = request;
      const authentication = { id: tokenExchangeResource?.id ?? '', connectionName, token };
      const second = await presses.press(person, messageId, press, { authentication });
      return second.body?.statusCode === 412 ? first : second;
    },
    ssoToken: async (person, uri, session) => {
      const token = await tokenService({ person, uri, ...session });
      if (token !== undefined) return token;
      throw new Error(`the directory gives no token of ${person.key} for ${uri}`);
    },
  };
};

/** What somebody types into a list whose choices the bot searches (`choices.data` with a `Data.Query`). */
export interface ChoiceSearch {
  /** Empty where the bot finds nothing, does not answer, or answers what Teams does not know. */
  search(person: Person, messageId: string, dataset: string, text: string): Promise<readonly FoundChoice[]>;
}

/** Teams shows as many. */
const MOST = 15;

const answer = z.object({
  statusCode: z.literal(200),
  type: z.literal('application/vnd.microsoft.search.searchResponse'),
  value: z.object({ results: z.array(z.object({ title: z.string(), value: z.string() })) }),
});

export const createChoiceSearch = ({ lookup, reach }: { lookup: Lookup; reach: Reach }): ChoiceSearch => ({
  async search(person, messageId, dataset, text) {
    const about = await lookup.message(person, messageId);
    const value = { queryText: text, queryOptions: { skip: 0, top: MOST }, dataset };
    const given = await reach.invoke(person, about, { name: 'application/search', value });
    const read = given.kind === 'answered' ? answer.safeParse(given.body) : undefined;
    return read?.success ? read.data.value.results.slice(0, MOST) : [];
  },
});
