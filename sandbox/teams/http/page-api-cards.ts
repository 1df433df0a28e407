import { z } from 'zod';
import type { ChoiceSearch } from '../chat/choice-search.ts';
import type { Dialogs } from '../chat/dialogs.ts';
import type { Presses } from '../chat/presses.ts';
import type { SingleSignOn } from '../chat/single-sign-on.ts';
import type { Route } from './answer.ts';
import { bodyRoute, person } from './page-arguments.ts';

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
  /** What the sign-in's page handed over, after the bot asked for a sign-in. */
  state: z.string().optional(),
  trigger: z.enum(['manual', 'automatic']).default('manual'),
});

const searching = z.object({ as: person, message: z.string(), dataset: z.string(), text: z.string() });

const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), message: z.string(), data: z.unknown() }),
  z.object({ kind: z.literal('messageAction'), command: z.string(), message: z.string() }),
]);

const opening = z.object({ as: person, source });
const submitting = z.object({ as: person, source, data: z.unknown() });

/** Buttons of cards, views that refresh themselves, and dialogs. Invokes wait for the bot's answer. */
export const cardRoutes = (chat: Presses & SingleSignOn & ChoiceSearch & Dialogs): readonly Route[] => [
  bodyRoute('POST', '/api/invoke', pressing, async ({ as, message, action, submit, trigger, state }) => {
    if (!submit && trigger === 'automatic') return chat.refresh(as, message, action);
    if (!submit && state !== undefined) return chat.press(as, message, action, { state });
    if (!submit) return chat.pressSignedOn(as, message, action);
    await chat.submit(as, message, action.data);
    return { status: 202 };
  }),
  bodyRoute('POST', '/api/search', searching, ({ as, message, dataset, text }) =>
    chat.search(as, message, dataset, text),
  ),
  bodyRoute('POST', '/api/dialogs', opening, (body) => chat.openDialog(body.as, body.source)),
  bodyRoute('POST', '/api/dialogs/submit', submitting, (body) => chat.submitDialog(body.as, body.source, body.data)),
];
