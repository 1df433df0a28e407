import { z } from 'zod';
import type { AppSettings } from '../chat/app.ts';
import { adaptiveCard } from '../chat/bot-answers.ts';
import type { Dialogs } from '../chat/dialogs.ts';
import type { FileConsents } from '../chat/files.ts';
import type { Messages } from '../chat/messages.ts';
import { locales } from '../chat/places.ts';
import type { ChoiceSearch, Presses, SingleSignOn } from '../chat/presses.ts';
import { longestMessage } from '../page/text/format.ts';
import type { Files } from '../store/store.ts';
import { json, KILOBYTE, Problem, type Route } from './answer.ts';
import { bodyRoute, person, read, reader } from './page-arguments.ts';

const installing = z.object({ as: person, where: z.string(), installed: z.boolean() });
const permitting = z.object({ as: person, readsChannelMessages: z.boolean() });
const moderating = z.object({ as: person, channel: z.string(), moderated: z.boolean() });
const signingOn = z.object({ as: person, signOn: z.enum(['recent', 'old', 'off']) });
const speaking = z.object({ as: person, locale: z.enum(locales.map(({ tag }) => tag)) });

/** Where the app is installed, what it may read, and the language of each person. */
export const appRoutes = (app: AppSettings): readonly Route[] => [
  { method: 'GET', path: '/api/world', handle: () => json(200, app.world()) },
  { method: 'GET', path: '/api/app', handle: async (call) => json(200, await app.state(reader(call))) },
  bodyRoute('PUT', '/api/app/installation', installing, async ({ as, where, installed }) => {
    await app.setInstalled(as, where, installed);
    return app.state(as);
  }),
  bodyRoute('PUT', '/api/app/permission', permitting, async ({ as, readsChannelMessages }) => {
    await app.setPermission(readsChannelMessages);
    return app.state(as);
  }),
  bodyRoute('PUT', '/api/app/moderation', moderating, async ({ as, channel, moderated }) => {
    await app.setModerated(as, channel, moderated);
    return app.state(as);
  }),
  bodyRoute('PUT', '/api/app/sign-on', signingOn, async ({ as, signOn }) => {
    await app.setSignOn(as, signOn);
    return app.state(as);
  }),
  bodyRoute('PUT', '/api/people/:key/locale', speaking, async ({ locale }, params) => {
    const who = read(person, params['key']);
    await app.setLocale(who, locale);
    return { key: who.key, locale };
  }),
];

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

const MOST_BYTES = 4 * KILOBYTE * KILOBYTE;

const consenting = z.object({ as: person, message: z.string(), index: z.int().nonnegative(), accept: z.boolean() });

/** The person's answer to a consent card, the bot's upload, and the person's download. */
export const fileRoutes = (consents: FileConsents, files: Files): readonly Route[] => [
  bodyRoute('POST', '/api/files/consent', consenting, ({ as, message, index, accept }) =>
    consents.consent(as, message, index, accept),
  ),
  {
    method: 'PUT',
    path: '/files/upload/:secret',
    maxBytes: MOST_BYTES,
    handle: async (call) => {
      const content = await call.bytes();
      checkRange(call.headers['content-range'], content.length);
      const name = await files.fill(call.params['secret'] ?? '', content);
      if (name !== undefined) return json(201, { name, size: content.length, file: {} });
      throw new Problem(404, 'itemNotFound', 'No upload is waited for here.');
    },
  },
  {
    method: 'GET',
    path: '/files/:id/:name',
    handle: async ({ params }) => {
      const file = await files.read(params['id'] ?? '');
      if (!file || file.name !== params['name']) throw new Problem(404, 'itemNotFound', 'There is no such file.');
      return {
        kind: 'file',
        content: file.content,
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          'content-security-policy': "default-src 'none'; sandbox",
        },
      };
    },
  },
];

/** A small file is uploaded whole, with a Content-Range as in every upload session. */
const checkRange = (header: string | undefined, length: number): void => {
  if (length === 0) throw new Problem(400, 'invalidRequest', 'The upload is empty.');
  if (header === `bytes 0-${length - 1}/${length}`) return;
  throw new Problem(416, 'invalidRange', `Send the whole file, with Content-Range: bytes 0-${length - 1}/${length}`);
};
