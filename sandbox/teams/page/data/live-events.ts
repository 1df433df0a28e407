import type { ServerEvent } from '../../api.ts';

interface LiveHandlers {
  /** The stream is open, for the first time or again: everything in between has to be loaded. */
  onOpen(): void;
  onLost(): void;
  onEvent(event: ServerEvent): void;
}

const retryMs = 2_000;

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
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs);
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
