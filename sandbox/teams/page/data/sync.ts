import type { ServerEvent } from '../../api.ts';
import type { Api, ToolsApi } from './api-client.ts';
import { readUnreadMarks, writePlace, writeUnreadMarks } from './browser-memory.ts';
import { initialState, type State, withEvent, withLoaded, withoutStaleTyping } from './state.ts';
import type { Store } from './store.ts';

interface LiveHandlers {
  /** The stream is open, for the first time or again: everything in between has to be loaded. */
  onOpen(): void;
  onLost(): void;
  onEvent(event: ServerEvent): void;
}

const reopenMs = 2_000;

/**
 * Follows one person's events, with `inspect` the traffic with the bot too, and comes back by itself after a break; the
 * answer ends it. A hidden tab lets go of its stream, since a browser opens six connections to one address at most and
 * there are eight people to be.
 */
export const followEvents = (as: string, handlers: LiveHandlers, inspect = false): (() => void) => {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    source = new EventSource(`/api/events?${new URLSearchParams({ as, ...(inspect && { inspect: '1' }) })}`);
    source.onopen = handlers.onOpen;
    source.onmessage = (event: MessageEvent<string>) => handlers.onEvent(JSON.parse(event.data) as ServerEvent);
    source.onerror = () => {
      handlers.onLost();
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, reopenMs);
    };
  };
  const onVisibility = () => {
    if (document.hidden) close();
    else if (!source) open();
  };

  document.addEventListener('visibilitychange', onVisibility);
  open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
};

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
