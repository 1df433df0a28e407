import { setTimeout as sleep } from 'node:timers/promises';
import { invokeActivity, messageActivity, pressValue } from '../../sandbox/teams/channel/activities.ts';
import { findPerson, personalPlace } from '../../sandbox/teams/chat/places.ts';
import { SECOND } from '../../src/platform/lib/clock.ts';
import type { Store } from '../../test/support/database.ts';
import { channels } from '../../test/support/steward.ts';
import type { Bot } from '../cluster/bots.ts';
import { type Cluster, openCluster } from '../cluster/cluster.ts';
import { deciders, decidersPolicy, wants } from '../deciders.ts';
import { CARD } from '../direct-client.ts';
import { type Dice, diceOf } from '../lib/dice.ts';
import { LENGTH } from '../requests.ts';

/** How one thing that a person said or pressed was answered. */
export interface Answer {
  readonly bot: Bot;
  readonly what: string;
  /** By performance.now. */
  readonly from: number;
  readonly to: number;
  readonly status: number;
  /** A decision that the bot acknowledged with the card as it then was. */
  readonly decided?: { readonly change: string; readonly person: string };
}

/** People who talk to one bot or the other, past the channel's queue. */
interface Requests {
  /** `my requests`: what only reads. */
  read(bot: Bot): Promise<Answer>;
  request(bot: Bot): Promise<Answer>;
  /** Approves something that waits; asks for something where nothing does. */
  approve(bot: Bot): Promise<Answer>;
  /** Until it has done each once: what a process does first takes longer, and is no answer to a standstill. */
  warm(bot: Bot): Promise<void>;
}

const ROUNDS = 2;

/** Not more than that, so that a chat's own windows never hold an answer up. */
const CHAT_REST_MS = 5 * SECOND;

const askers = ['ana', 'bo', 'cy', 'di', 'fi'].flatMap((key) => findPerson(key) ?? []);
type Asker = (typeof askers)[number];

export const createRequests = async (cluster: Cluster, dice: Dice, run: number): Promise<Requests> => {
  const { serviceUrl } = await cluster.teams.trust();
  const usedAt = new Map<string, number>();
  const pressed = new Set<string>();
  let count = 0;
  const newId = (): string => {
    count += 1;
    return `${cluster.now()}${run}${count}`;
  };

  const deliver = async (bot: Bot, what: string, activity: object): Promise<Answer & { readonly body: unknown }> => {
    const from = performance.now();
    const { status, body } = await cluster.teams.deliverTo(bot.url, activity);
    return { bot, what, from, to: performance.now(), status, body };
  };

  const say = (bot: Bot, what: string, asker: Asker, text: string): Promise<Answer> => {
    const scene = { serviceUrl, now: cluster.now(), person: asker, place: personalPlace(asker) };
    return deliver(bot, what, messageActivity(scene, { id: newId(), text, mentions: [] }));
  };

  /** Whoever's chat has rested longest. */
  const rested = (): Asker => {
    const [asker] = askers.toSorted((a, b) => (usedAt.get(a.key) ?? 0) - (usedAt.get(b.key) ?? 0));
    if (!asker) throw new Error('nobody is there to ask');
    usedAt.set(asker.key, performance.now());
    return asker;
  };

  const asking: Requests = {
    read: (bot) => say(bot, 'my requests', rested(), 'my requests'),
    async request(bot) {
      const asker = rested();
      const { role, place } = dice.pick(wants.filter((wanted) => wanted.asker === asker.key));
      const text = `request role ${role} on ${place} for ${LENGTH} because run ${run}`;
      await say(bot, 'request', asker, text);
      return say(bot, 'request', asker, 'send');
    },
    async approve(bot) {
      const waiting = (await cluster.inStore(waitingCards)).filter(({ id }) => !pressed.has(id));
      const card = waiting.length > 0 ? dice.pick(waiting) : undefined;
      if (!card) return asking.request(bot);
      pressed.add(card.id);
      const person = dice.pick(deciders);
      const place = { kind: 'channel', id: channels.approvals, name: 'approvals' } as const;
      const verb = 'change.approve';
      const value = pressValue({ type: 'Action.Execute', verb, data: { change: card.id, terms: 1 } }, 'manual');
      const scene = { serviceUrl, now: cluster.now(), person, place, root: card.root };
      const activity = invokeActivity(scene, `f:${newId()}`, 'adaptiveCard/action', value, card.activity);
      const { body, ...answer } = await deliver(bot, 'approve', activity);
      const isWon = (body as { readonly type?: unknown } | undefined)?.type === CARD;
      return isWon ? { ...answer, decided: { change: card.id, person: person.objectId } } : answer;
    },
    async warm(bot) {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const what of ['read', 'request', 'approve'] as const) await asking[what](bot);
      }
    },
  };
  return asking;
};

/** What waits, with where its card stands for those who decide. */
const waitingCards = async (db: Parameters<Parameters<Cluster['inStore']>[0]>[0]) => {
  const changes = await db.selectFrom('changes').select('id').where('state', '=', 'waiting').execute();
  const subjects = ['', ...changes.map(({ id }) => `change:${id}`)];
  const copies = await db
    .selectFrom('deliveries')
    .select(['subject', 'conversation_id', 'activity_id'])
    .where('subject', 'in', subjects)
    .where('target', '=', channels.approvals)
    .execute();
  return copies.flatMap(({ subject, conversation_id, activity_id }) =>
    activity_id === null
      ? []
      : [
          {
            id: subject.slice('change:'.length),
            root: conversation_id?.split(';messageid=')[1] ?? activity_id,
            activity: activity_id,
          },
        ],
  );
};

export const pauseBetween = CHAT_REST_MS / askers.length;

/** The deciders decide, and has the day for it. */
export const allDayPolicy = (text: string): string =>
  decidersPolicy(text).replace(/answerWithin: \d+ minutes/, 'answerWithin: 8 hours');

/**
 * What this machine can do at that moment: a bot of its own, on another database of the same server, with which nobody
 * interferes, asked the same as the others.
 */
export interface ReferenceBot {
  /** The slowest answer that was under way between these moments of performance.now, in milliseconds. */
  slowest(from: number, to: number): number;
  end(): Promise<void>;
}

const PAUSE_MS = 2 * SECOND;
const AROUND_MS = 3 * SECOND;

export const openReferenceBot = async (store: Store): Promise<ReferenceBot> => {
  const cluster = await openCluster({ databaseUrl: store.url, policy: allDayPolicy, pollMs: 250 });
  const bot = await cluster.startBot();
  const asking = await createRequests(cluster, diceOf(1, 1), 0);
  await asking.warm(bot);
  const answers: { readonly from: number; readonly to: number }[] = [];
  let begun = performance.now();
  let ended = false;

  const measure = async (): Promise<void> => {
    while (!ended) {
      for (const what of ['read', 'request', 'approve'] as const) {
        begun = performance.now();
        answers.push(await asking[what](bot));
        await sleep(PAUSE_MS);
      }
    }
  };
  const measuring = measure();

  return {
    slowest(from, to) {
      const near = answers.filter((one) => one.to >= from - AROUND_MS && one.from <= to + AROUND_MS);
      const last = answers.at(-1);
      const underWay = last && last.from >= begun ? 0 : performance.now() - begun;
      return Math.max(underWay, ...near.map((one) => one.to - one.from));
    },
    async end() {
      ended = true;
      await measuring;
      await cluster.end();
      await store.remove();
    },
  };
};
