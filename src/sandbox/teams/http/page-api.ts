import { z } from 'zod';
import type { Chat } from '../chat/chat.ts';
import type { Events } from '../chat/events.ts';
import { conversationsOf, findPerson, type Person, worldView } from '../chat/places.ts';
import { type Call, json, Problem, type Route } from './answer.ts';

const person = z.string().transform((key, context): Person => {
  const found = findPerson(key);
  if (found) return found;
  context.addIssue('nobody is called so');
  return z.NEVER;
});

const saying = z.object({
  as: person,
  conversation: z.string(),
  root: z.string().optional(),
  text: z.string().trim().min(1),
  mentionsBot: z.boolean().optional(),
});

const pressing = z.object({
  as: person,
  message: z.string(),
  action: z.object({
    type: z.string(),
    verb: z.string().optional(),
    id: z.string().optional(),
    data: z.unknown().optional(),
  }),
  submit: z.boolean().optional(),
});

/** The API under the chat page (api.ts has its types). */
export const createPageApi = (chat: Chat, events: Events): readonly Route[] => [
  { method: 'GET', path: '/api/world', handle: () => json(200, worldView()) },
  { method: 'GET', path: '/api/conversations', handle: (call) => json(200, conversationsOf(reader(call))) },
  {
    method: 'GET',
    path: '/api/messages',
    handle: async (call) => json(200, await chat.read(call.query.get('conversation') ?? '', reader(call))),
  },
  {
    method: 'POST',
    path: '/api/messages',
    handle: async (call) => {
      const { as, conversation, text, root, mentionsBot } = read(saying, await call.json());
      const { id } = await chat.say(as, conversation, text, { root, mention: mentionsBot });
      return json(200, { id });
    },
  },
  {
    method: 'POST',
    path: '/api/invoke',
    handle: async (call) => {
      const { as, message, action, submit } = read(pressing, await call.json());
      if (!submit) return json(200, await chat.press(as, message, action));
      await chat.submit(as, message, action.data);
      return json(200, { status: 202 });
    },
  },
  {
    method: 'GET',
    path: '/api/events',
    handle: (call) => {
      const { key } = reader(call);
      const lastSeen = call.headers['last-event-id']?.toString();
      return { kind: 'stream', open: (response) => events.stream(response, key, lastSeen) };
    },
  },
];

const reader = (call: Call): Person => read(person, call.query.get('as') ?? '');

const read = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem(400, 'BadArgument', `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
};
