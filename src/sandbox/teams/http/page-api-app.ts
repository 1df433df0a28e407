import { z } from 'zod';
import type { AppSettings } from '../chat/app.ts';
import { locales } from '../chat/places.ts';
import { json, type Route } from './answer.ts';
import { person, read, reader } from './page-arguments.ts';

const installing = z.object({ as: person, where: z.enum(['team', 'personal']), installed: z.boolean() });
const permitting = z.object({ as: person, readsChannelMessages: z.boolean() });
const speaking = z.object({ as: person, locale: z.enum(locales.map(({ tag }) => tag)) });

/** Where the app is installed, what it may read, and the language of each person. */
export const appRoutes = (app: AppSettings): readonly Route[] => [
  { method: 'GET', path: '/api/world', handle: () => json(200, app.world()) },
  { method: 'GET', path: '/api/app', handle: async (call) => json(200, await app.state(reader(call))) },
  {
    method: 'PUT',
    path: '/api/app/installation',
    handle: async (call) => {
      const { as, where, installed } = read(installing, await call.json());
      await app.setInstalled(as, where, installed);
      return json(200, await app.state(as));
    },
  },
  {
    method: 'PUT',
    path: '/api/app/permission',
    handle: async (call) => {
      const { as, readsChannelMessages } = read(permitting, await call.json());
      await app.setPermission(readsChannelMessages);
      return json(200, await app.state(as));
    },
  },
  {
    method: 'PUT',
    path: '/api/people/:key/locale',
    handle: async (call) => {
      const { locale } = read(speaking, await call.json());
      const who = read(person, call.params['key']);
      await app.setLocale(who, locale);
      return json(200, { key: who.key, locale });
    },
  },
];
