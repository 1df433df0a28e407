import type { PersonView, World } from '../../../../src/sandbox/teams/api.ts';
import { initialState, type State } from '../../../../src/sandbox/teams/page/data/state.ts';
import { createStore, type Store } from '../../../../src/sandbox/teams/page/data/store.ts';

const person = (key: string): PersonView => ({
  key,
  objectId: key,
  teamsId: `29:${key}`,
  name: key,
  title: '',
  guest: false,
  locale: 'en-GB',
  timezone: 'Europe/Berlin',
});

export const aWorld: World = {
  tenantId: 't',
  bot: { id: 'b', name: 'Steward' },
  team: { name: 'Payments', channels: [{ id: 'general', kind: 'channel', name: 'General' }] },
  people: [person('ana'), person('bo')],
  commands: { channel: [], personal: [] },
  messageActions: [{ id: 'requestRole', title: 'Request a role', description: '' }],
  app: { name: 'Steward', description: '', version: '1' },
  locales: [],
};

/** A page that ana looks at, with General open. */
export const aStore = (): Store<State> => createStore(initialState(aWorld, 'ana', 'general'));
