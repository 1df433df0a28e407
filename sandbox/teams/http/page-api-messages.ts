import { z } from 'zod';
import { adaptiveCard } from '../chat/adaptive-card.ts';
import type { Messages } from '../chat/messages.ts';
import { longestMessage } from '../page/text/message-size.ts';
import { json, type Route } from './answer.ts';
import { bodyRoute, person, reader } from './page-arguments.ts';

const MOST_CARDS = 10;

const saying = z
  .object({
    as: person,
    conversation: z.string(),
    root: z.string().optional(),
    text: z.string().trim().max(longestMessage).default(''),
    mentionsBot: z.boolean().optional(),
    cards: z.array(adaptiveCard).max(MOST_CARDS).default([]),
    quotes: z.string().optional(),
  })
  .refine(({ text, cards }) => text !== '' || cards.length > 0, { path: ['text'], error: 'is missing' });

const editing = z.object({ as: person, text: z.string().trim().min(1).max(longestMessage) });
const removing = z.object({ as: person });

/** What people write, and do to what they wrote. An answer does not wait for the bot. */
export const messageRoutes = (messages: Messages): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/messages',
    handle: async (call) => json(200, await messages.read(call.query.get('conversation') ?? '', reader(call))),
  },
  bodyRoute('POST', '/api/messages', saying, async (body) => {
    const { as, conversation, text, mentionsBot: mention, ...more } = body;
    const { id } = await messages.say(as, conversation, text, { mention, ...more });
    return { id };
  }),
  bodyRoute('PUT', '/api/messages/:id', editing, async ({ as, text }, { id = '' }) => {
    await messages.edit(as, id, text);
    return { id };
  }),
  bodyRoute('DELETE', '/api/messages/:id', removing, async ({ as }, { id = '' }) => {
    await messages.remove(as, id);
    return { id };
  }),
];
