import { z } from 'zod';
import type { AppSettings } from '../chat/app.ts';
import { locales } from '../chat/places.ts';
import { json, type Route } from './answer.ts';
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
