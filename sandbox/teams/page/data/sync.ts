import type { ServerEvent } from '../../api.ts';
import { readUnreadMarks, writePlace, writeUnreadMarks } from './address.ts';
import type { Api } from './api-client.ts';
import { followEvents } from './live-events.ts';
import { initialState, type State, withEvent, withLoaded, withoutStaleTyping } from './state.ts';
import type { Store } from './store.ts';
import type { ToolsApi } from './tools-api.ts';

export interface Sync {
  /** Turns the page over to a person, in a conversation. */
  start(person: string, open: string): void;
}

const retryMs = 1_000;
const tickMs = 1_000;

/** Keeps the store what the server holds for one person: loads all, then follows; loads again after every break. */
export const createSync = (store: Store<State>, api: Api, tools: ToolsApi): Sync => {
  let stopFollowing = () => {};
  let currentLoad = 0;
  /** Events that arrive while the page loads; undefined when nothing is loading. */
  let waiting: ServerEvent[] | undefined;

  const markLost = () => store.update((state) => ({ ...state, link: 'lost' }));

  const load = async () => {
    currentLoad += 1;
    const thisLoad = currentLoad;
    waiting = [];
    const { me } = store.get();
    try {
      const [world, app, conversations] = await Promise.all([
        api.world(),
        tools.app(me).catch(() => undefined),
        api.conversations(me),
      ]);
      const lists = await Promise.all(conversations.map(async ({ id }) => [id, await api.messages(me, id)] as const));
      if (thisLoad !== currentLoad) return;
      const missed = waiting ?? [];
      waiting = undefined;
      store.update((state) => {
        const loaded = withLoaded(state, conversations, Object.fromEntries(lists));
        const around: State = { ...loaded, world, shell: { ...loaded.shell, app } };
        return missed.reduce((next, event) => withEvent(next, event, Date.now()), around);
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

  let written: State['seen'] | undefined;
  store.subscribe(() => {
    const { me, seen } = store.get();
    if (seen !== written) writeUnreadMarks(me, seen);
    written = seen;
  });
  setInterval(() => store.update((state) => withoutStaleTyping(state, Date.now())), tickMs);

  return {
    start: (person, open) => {
      stopFollowing();
      currentLoad += 1;
      store.update(({ world, shell, olderClient }) => ({
        ...initialState(world, person, open),
        seen: readUnreadMarks(person),
        olderClient,
        shell: { ...shell, app: undefined, toasts: [] },
      }));
      stopFollowing = followEvents(person, { onOpen: load, onLost: markLost, onEvent });
    },
  };
};
