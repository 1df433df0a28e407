import type { Chat } from '../chat/chat.ts';
import type { Events } from '../chat/events.ts';
import { conversationsOf } from '../chat/places.ts';
import type { TeamState } from '../chat/settings.ts';
import type { Files } from '../store/store.ts';
import { json, type Route } from './answer.ts';
import { reader } from './page-arguments.ts';
import { appRoutes, cardRoutes, fileRoutes, messageRoutes } from './page-routes.ts';

/** The API under the chat page (api.ts has its types). */
export const createPageApi = (chat: Chat, events: Events, files: Files, team: TeamState): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/conversations',
    handle: (call) => json(200, conversationsOf(reader(call), team.nameOf)),
  },
  {
    method: 'GET',
    path: '/api/events',
    handle: (call) => {
      const { key } = reader(call);
      const inspects = call.query.get('inspect') === '1';
      const lastSeen = call.headers['last-event-id']?.toString();
      return { kind: 'stream', open: (response) => events.stream(response, { person: key, inspects }, lastSeen) };
    },
  },
  ...appRoutes(chat),
  ...messageRoutes(chat),
  ...cardRoutes(chat),
  ...fileRoutes(chat, files),
];
