import { z } from 'zod';
import { type Clock, iso } from '../../../src/platform/lib/clock.ts';
import type { TrafficView } from '../api.ts';
import type { BotAnswer } from '../channel/bot-client.ts';
import type { Activity } from '../channel/scene.ts';
import { findPlace, splitThread } from '../chat/places.ts';
import type { RecordedCall } from '../connector/call-log.ts';
import { json, type Route } from '../http/answer.ts';

const optionalText = z.string().optional().catch(undefined);
const words = z.object({
  type: z.string().catch('activity'),
  name: optionalText,
  action: optionalText,
  from: z.object({ name: z.string() }).optional().catch(undefined),
  conversation: z.object({ id: z.string() }).optional().catch(undefined),
});

/** An activity in one line: `invoke adaptiveCard/action · Bo Lind · Approvals`. */
const activityTitle = (activity: Activity): string => {
  const { type, name, action, from, conversation } = words.parse(activity);
  const what = [type, name, action].filter(Boolean).join(' ');
  return line([what, from?.name, conversation && whereIs(conversation.id)]);
};

const said = z.object({
  type: optionalText,
  summary: optionalText,
  text: optionalText,
  attachments: z.array(z.unknown()).optional().catch(undefined),
});

/**
 * A call of the Connector in one line, with the conversation's name for its long id, and what the call says:
 * `PUT …/activities/1781512345678 · Approvals · “Ana Rossi asks …”`.
 */
const callTitle = (method: string, path: string, body?: unknown): string => {
  const [, id, below] = /^\/v3\/conversations\/([^/]+)(\/.*)$/i.exec(path) ?? [];
  const address = below === undefined ? path.replace(/^\/v3\//i, '') : `…${below}`;
  return line([`${method} ${address}`, id && whereIs(id), whatIsSaid(body)]);
};

const line = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

const whereIs = (id: string): string | undefined => {
  const { conversation, root } = splitThread(id);
  const place = findPlace(conversation);
  if (!place) return undefined;
  if (place.kind === 'personal') return `chat of ${place.name}`;
  if (place.kind === 'direct') return `chat of ${place.members.map(({ name }) => name).join(' and ')}`;
  return root === undefined ? place.name : `${place.name}, thread`;
};

const LONGEST_TITLE = 60;

const whatIsSaid = (body: unknown): string | undefined => {
  const { type, summary, text, attachments = [] } = said.safeParse(body).data ?? {};
  const spoken = (summary ?? text)?.replace(/\s+/g, ' ').trim();
  if (spoken) return `“${spoken.length > LONGEST_TITLE ? `${spoken.slice(0, LONGEST_TITLE)}…` : spoken}”`;
  if (type !== undefined && type !== 'message') return type;
  return attachments.length > 0 ? 'card' : undefined;
};

const KEPT = 500;

/** Every exchange between the sandbox's Teams and the bot, for a developer; no token and no upload secret in it. */
export interface Traffic {
  /** Begins an entry with an activity to the bot; the result is called with the answer, which ends the entry. */
  toBot(activity: Activity): (answer: BotAnswer) => void;
  /** The same for a call of the bot to the Connector. */
  toTeams(): (call: RecordedCall) => void;
  /** The newest 500, oldest first. */
  list(): TrafficView[];
}

/** @param publish called with each entry when it has ended */
export const createTraffic = (clock: Clock, publish: (entry: TrafficView) => void): Traffic => {
  const kept: TrafficView[] = [];
  let lastId = 0;

  const begin = (): ((entry: Omit<TrafficView, 'id' | 'at' | 'ms'>) => void) => {
    lastId += 1;
    const [id, started] = [lastId, clock.now()];
    return ({ request, response, ...rest }) => {
      const entry: TrafficView = {
        id,
        at: iso(started),
        ...rest,
        ms: clock.now() - started,
        request: redact(request),
        ...(response === undefined ? {} : { response: redact(response) }),
      };
      // What ends later may have begun earlier.
      kept.splice(kept.findLastIndex((other) => other.id < id) + 1, 0, entry);
      if (kept.length > KEPT) kept.shift();
      publish(entry);
    };
  };

  return {
    toBot: (activity) => {
      const end = begin();
      return (answer) =>
        end({
          to: 'bot',
          title: activityTitle(activity),
          request: activity,
          ...(answer.kind === 'answered' ? { status: answer.status, response: answer.body } : { status: 0 }),
        });
    },
    toTeams: () => {
      const end = begin();
      return ({ method, path, body, status, answer }) =>
        end({
          to: 'teams',
          title: callTitle(method, path, body),
          status,
          request: { method, path, ...(body === undefined ? {} : { body }) },
          response: answer,
        });
    },
    list: () => [...kept],
  };
};

const LONGEST = 20_000;

/**
 * A copy to look at: the secret part of an upload's address, what proves a sign-in and anything like a bearer token are starred,
 * and a text beyond 20,000 characters is cut.
 */
const redact = (value: unknown): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, provesSignIn(name, value) ? '***' : redact(inner)]),
  );
};

/** What a press brings after a sign-in: a token, or what the sign-in's page handed over. */
const provesSignIn = (name: string, holder: object): boolean =>
  (name === 'token' && 'connectionName' in holder) || (name === 'state' && 'trigger' in holder);

const redactText = (text: string): string => {
  const starred = text
    .replace(/(\/files\/upload\/)[^/?#\s"]+/g, '$1***')
    .replace(/\b(Bearer )[\w.~+/-]{8,}=*/gi, '$1***');
  return starred.length > LONGEST ? `${starred.slice(0, LONGEST)}… (${starred.length} characters)` : starred;
};

/** The newest exchanges, for any person. */
export const createTrafficRoute = (traffic: Pick<Traffic, 'list'>): Route => ({
  method: 'GET',
  path: '/api/traffic',
  handle: () => json(200, traffic.list()),
});
