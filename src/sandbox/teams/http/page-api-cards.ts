import { z } from 'zod';
import type { Dialogs } from '../chat/dialogs.ts';
import type { Presses } from '../chat/presses.ts';
import { json, type Route } from './answer.ts';
import { person, read } from './page-arguments.ts';

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
  trigger: z.enum(['manual', 'automatic']).default('manual'),
});

const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), message: z.string(), data: z.unknown() }),
  z.object({ kind: z.literal('messageAction'), command: z.string(), message: z.string() }),
]);

const opening = z.object({ as: person, source });
const submitting = z.object({ as: person, source, data: z.unknown() });

/** Buttons of cards, views that refresh themselves, and dialogs. Invokes wait for the bot's answer. */
export const cardRoutes = (chat: Presses & Dialogs): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/invoke',
    handle: async (call) => {
      const { as, message, action, submit, trigger } = read(pressing, await call.json());
      if (submit) {
        await chat.submit(as, message, action.data);
        return json(200, { status: 202 });
      }
      return json(200, await (trigger === 'automatic' ? chat.refresh : chat.press)(as, message, action));
    },
  },
  {
    method: 'POST',
    path: '/api/dialogs',
    handle: async (call) => {
      const { as, source: from } = read(opening, await call.json());
      return json(200, await chat.openDialog(as, from));
    },
  },
  {
    method: 'POST',
    path: '/api/dialogs/submit',
    handle: async (call) => {
      const { as, source: from, data } = read(submitting, await call.json());
      return json(200, await chat.submitDialog(as, from, data));
    },
  },
];
