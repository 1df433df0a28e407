import type { ServerResponse } from 'node:http';
import type { AnyPersonKey } from '../../world.ts';
import type { ServerEvent } from '../api.ts';

const KEPT = 1_000;
const HEARTBEAT_MS = 15_000;

/** An open page: its person, and whether it also shows the traffic. */
export interface Listener {
  readonly person: AnyPersonKey;
  readonly inspects: boolean;
}

interface Entry {
  readonly id: number;
  readonly event: ServerEvent;
  readonly only: readonly AnyPersonKey[] | undefined;
}

export interface Events {
  /**
   * Traffic is sent only to inspecting pages, and not repeated for pages that were disconnected.
   * @param only the only people who get it; everybody when absent
   */
  publish(event: ServerEvent, only?: readonly AnyPersonKey[]): void;
  /** Keeps the response open as server-sent events; events after `lastSeen` are sent first. */
  stream(response: ServerResponse, listener: Listener, lastSeen: string | undefined): void;
  close(): void;
}

/**
 * The events of the open pages, numbered from `firstId` on, so that numbers also rise across restarts. A page that was
 * disconnected for longer than events are stored loads everything again.
 */
export const createEvents = (firstId: number): Events => {
  const kept: Entry[] = [];
  const listeners = new Map<ServerResponse, Listener>();
  let nextId = firstId;

  const tell = (response: ServerResponse, person: AnyPersonKey, { id, event, only }: Entry): void => {
    if (only?.includes(person) ?? true) response.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const heartbeat = setInterval(() => {
    for (const response of listeners.keys()) response.write(': still here\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    publish: (event, only) => {
      if (event.type === 'traffic') {
        for (const [response, { inspects }] of listeners) {
          if (inspects) response.write(`data: ${JSON.stringify(event)}\n\n`);
        }
        return;
      }
      const entry = { id: nextId++, event, only };
      kept.push(entry);
      if (kept.length > KEPT) kept.shift();
      for (const [response, { person }] of listeners) tell(response, person, entry);
    },
    stream: (response, listener, lastSeen) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
      response.write('retry: 1000\n\n');
      for (const entry of missed(kept, lastSeen, nextId)) tell(response, listener.person, entry);
      listeners.set(response, listener);
      response.once('close', () => listeners.delete(response));
    },
    close: () => {
      clearInterval(heartbeat);
      for (const response of listeners.keys()) response.end();
      listeners.clear();
    },
  };
};

const missed = (kept: readonly Entry[], lastSeen: string | undefined, nextId: number): readonly Entry[] => {
  if (lastSeen === undefined) return [];
  const seen = Number(lastSeen);
  const oldest = kept[0]?.id ?? nextId;
  const known = Number.isSafeInteger(seen) && seen >= oldest - 1 && seen < nextId;
  return known ? kept.filter(({ id }) => id > seen) : [{ id: nextId - 1, event: { type: 'world' }, only: undefined }];
};
