import type { MessageView, PersonView, World } from '../../../teams/api.ts';
import { initialState, type State } from '../../../teams/page/data/state.ts';
import { createStore, type Store } from '../../../teams/page/data/store.ts';

const person = (key: string, name: string): PersonView => ({
  key,
  objectId: key,
  teamsId: `29:${key}`,
  name,
  title: '',
  guest: false,
  inTeam: true,
  locale: 'en-GB',
  timezone: 'Europe/Berlin',
});

export const aWorld: World = {
  tenantId: 't',
  bot: { id: 'b', name: 'Steward' },
  team: {
    name: 'Payments',
    channels: [
      { id: 'general', kind: 'channel', name: 'General', type: 'standard', members: ['ana', 'bo'] },
      { id: 'approvals', kind: 'channel', name: 'Approvals', type: 'standard', members: ['ana', 'bo'] },
    ],
  },
  people: [person('ana', 'Ana Rossi'), person('bo', 'Bo Lind')],
  commands: { channel: [], personal: [] },
  messageActions: [{ id: 'requestRole', title: 'Request a role', description: '' }],
  app: { name: 'Steward', description: '', version: '1' },
  locales: [],
};

/** A page with General open, as Ana sees it. */
export const aStore = (): Store<State> => createStore(initialState(aWorld, 'ana', 'general'));

/** A message of Steward in General, a second later for each higher id. */
export const aMessage = (id: string, more: Partial<MessageView> = {}): MessageView => ({
  id,
  conversationId: 'general',
  from: { kind: 'bot', name: 'Steward' },
  at: new Date(Date.UTC(2026, 2, 2, 9, 0, Number(id))).toISOString(),
  text: `message ${id}`,
  cards: [],
  ...more,
});
