import type { InvokeResult, MessageView } from '../sandbox/teams/api.ts';
import { invokeActivity, messageActivity, pressValue } from '../sandbox/teams/channel/activities.ts';
import { type PersonKey, type SandboxPerson, sandboxBot } from '../sandbox/world.ts';
import { verbs } from '../src/engine/changes/card/card-buttons.ts';
import { pressUnoffered } from '../test/support/own-views.ts';
import { channels } from '../test/support/steward.ts';
import { changeIn, plain, type Story } from '../test/support/story.ts';
import type { Cluster } from './cluster/cluster.ts';
import { excuses } from './requests.ts';

/** A press of a button on a card, as Teams tells the bot. */
export interface Click {
  /** Of the activity. */
  readonly id: string;
  readonly person: SandboxPerson;
  /** Where the card stands: a channel's key, the thread's first message, the card itself. */
  readonly on: { readonly channel: keyof typeof channels; readonly root: string; readonly card: string };
  readonly verb: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A command in a thread of a channel, as Teams tells the bot. */
export interface Said {
  /** Of the activity. */
  readonly id: string;
  readonly person: SandboxPerson;
  readonly in: { readonly channel: keyof typeof channels; readonly root: string };
  /** Without the mention of the bot. */
  readonly text: string;
}

/** What came back; status 0: nothing. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  /** Whether the person was asked to press again before: the press itself may have counted then. */
  readonly excused?: boolean;
}

/** Milliseconds until it came; of several presses the longest. */
type Timed = Answered & { readonly ms: number };

/**
 * Hands clicks and commands to one bot or the other, signed, past the channel's queue: so that many come in one moment. Who is told that the
 * bot is too slow or too busy presses again under another id, as they are asked to.
 */
export interface DirectClient {
  send(click: Click, bot: number): Promise<Timed>;
  say(said: Said, bot: number): Promise<Timed>;
  /** What every activity comes with. */
  readonly authorization: string;
}

const MOST_PRESSES = 30;
const EXCUSES = [...excuses, plain('bot.error.slowPress', { correlation: '' }).split('(')[0] ?? ''];

/** Good for an hour by the clock of the cluster; the channel must have spoken to a bot before. */
export const createDirectClient = async (cluster: Cluster, now: number): Promise<DirectClient> => {
  const [authorization, { serviceUrl }] = await Promise.all([cluster.teams.authorization(), cluster.teams.trust()]);
  const bots = cluster.bots();
  const placeOf = (channel: keyof typeof channels) =>
    ({ kind: 'channel', id: channels[channel], name: channel }) as const;

  const hand = async (activity: object, bot: number): Promise<Timed> => {
    const post = async (): Promise<Answered> => {
      const response = await fetch(bots[bot % bots.length]?.url ?? '', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(activity),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
    const began = performance.now();
    // A connection that had been idle may close under an activity: then it comes again under its id, as from Teams.
    const answered = await post()
      .catch(post)
      .catch(() => ({ status: 0, body: undefined }));
    return { ...answered, ms: performance.now() - began };
  };

  return {
    authorization,
    async send({ id, person, on: { channel, root, card }, verb, data }, bot) {
      const value = pressValue({ type: 'Action.Execute', verb, data }, 'manual');
      const scene = { serviceUrl, now, person, place: placeOf(channel), root };
      let ms = 0;
      for (let presses = 1; ; presses += 1) {
        const as = presses === 1 ? id : `${id}-${presses}`;
        const answered = await hand(invokeActivity(scene, as, 'adaptiveCard/action', value, card), bot);
        ms = Math.max(ms, answered.ms);
        if (!isExcuse(answered) || presses === MOST_PRESSES) return { ...answered, ms, excused: presses > 1 };
      }
    },
    say({ id, person, in: { channel, root }, text }, bot) {
      const mentions = [{ id: sandboxBot.id, name: sandboxBot.name, text: MENTION }];
      const scene = { serviceUrl, now, person, place: placeOf(channel), root };
      return hand(messageActivity(scene, { id, text: `${MENTION} ${text}`, mentions }), bot);
    },
  };
};

const isExcuse = (answered: Answered): boolean => {
  const read = readAnswer(answered);
  return read !== undefined && 'words' in read && EXCUSES.some((words) => read.words.includes(words));
};

const MENTION = '<at>Steward</at>';

/** Inputs are named after the button that sends them. */
export const namedFor = (verb: string, fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${verb}.${name}`, value]));

/**
 * The same through Teams: presses a button of the person's own view, and again while the bot says that it is too slow or too busy.
 * Whether the view came in time does not matter.
 */
export const pressUntilAnswered = (
  s: Story,
  as: PersonKey,
  card: MessageView,
  verb: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<InvokeResult> => untilAnswered(() => pressUnoffered(s, as, card, verb, namedFor(verb, fields)));

/** Presses the button of the card that everybody sees, which brings the presser's own view. */
export const respondUntilAnswered = (s: Story, as: PersonKey, card: MessageView): Promise<InvokeResult> =>
  untilAnswered(() => s.teams.act(as, card.id, verbs.view, { change: changeIn(card) }));

/** Presses again while the bot says that it is too slow or too busy, as people are asked to. */
export const untilAnswered = async (send: () => Promise<InvokeResult>): Promise<InvokeResult> => {
  let answer = await send();
  for (let presses = 1; presses < MOST_PRESSES && isExcuse({ body: undefined, ...answer }); presses += 1) {
    // A press that went on after all takes the button away.
    const next = await send().catch(() => undefined);
    if (!next) return answer;
    answer = next;
  }
  return answer;
};

export const CARD = 'application/vnd.microsoft.card.adaptive';
const WORDS = 'application/vnd.microsoft.activity.message';

/** What Teams makes of an answer to a press. @returns undefined for what it would show as an error */
export const readAnswer = ({
  status,
  body,
}: Answered): { readonly card: unknown } | { readonly words: string } | undefined => {
  const { statusCode, type, value } = (body ?? {}) as { statusCode?: number; type?: string; value?: unknown };
  if (status !== 200 || statusCode !== 200) return undefined;
  if (type === WORDS && typeof value === 'string' && value !== '') return { words: value };
  return type === CARD && typeof value === 'object' && value !== null ? { card: value } : undefined;
};
