import type { ServerEvent } from '../../api.ts';
import { readSeen, writePlace, writeSeen } from './address.ts';
import type { Api } from './api-client.ts';
import { followEvents } from './live-events.ts';
import { initialState, type State, withEvent, withLoaded, withoutStaleTyping } from './state.ts';
import type { Store } from './store.ts';

export interface Sync {
  /** Turns the page over to a person, in a conversation. */
  start(person: string, open: string): void;
}

const retryMs = 1_000;
const tickMs = 1_000;

/** Keeps the store what the server holds for one person: loads all, then follows; loads again after every break. */
export const createSync = (store: Store<State>, api: Api): Sync => {
  let stopFollowing = () => {};
  let currentLoad = 0;
  /** Events that came while the page was loading what stood before them; undefined when nothing is loading. */
  let waiting: ServerEvent[] | undefined;

  const markLost = () => store.update((state) => ({ ...state, link: 'lost' }));

  const load = async () => {
    currentLoad += 1;
    const thisLoad = currentLoad;
    waiting = [];
    const { me } = store.get();
    try {
      const conversations = await api.conversations(me);
      const lists = await Promise.all(conversations.map(async ({ id }) => [id, await api.messages(me, id)] as const));
      if (thisLoad !== currentLoad) return;
      const missed = waiting ?? [];
      waiting = undefined;
      store.update((state) => {
        const loaded = withLoaded(state, conversations, Object.fromEntries(lists));
        return missed.reduce((next, event) => withEvent(next, event, Date.now()), loaded);
      });
      writePlace(me, store.get().open, 'replace');
    } catch {
      if (thisLoad !== currentLoad) return;
      markLost();
      setTimeout(() => thisLoad === currentLoad && load(), retryMs);
    }
  };

  const onEvent = (event: ServerEvent) => {
    if (event.type === 'world') load();
    else if (waiting) waiting.push(event);
    else store.update((state) => withEvent(state, event, Date.now()));
  };

  store.subscribe(() => writeSeen(store.get().me, store.get().seen));
  setInterval(() => store.update((state) => withoutStaleTyping(state, Date.now())), tickMs);

  return {
    start: (person, open) => {
      stopFollowing();
      currentLoad += 1;
      store.update(({ world }) => ({ ...initialState(world, person, open), seen: readSeen(person) }));
      stopFollowing = followEvents(person, { onOpen: load, onLost: markLost, onEvent });
    },
  };
};
