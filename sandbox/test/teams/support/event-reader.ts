import type { ServerEvent } from '../../../teams/api.ts';

export interface NumberedEvent {
  /** 0 where it has none. */
  readonly id: number;
  readonly event: ServerEvent;
}

interface EventReader {
  readonly type: string;
  /** The next events; waits until there are so many. */
  next(count: number): Promise<NumberedEvent[]>;
  close(): void;
}

/** Listens as the chat page does. */
export const openEvents = async (origin: string, as: string, lastSeen?: number): Promise<EventReader> => {
  const leaving = new AbortController();
  const headers = lastSeen === undefined ? {} : { 'last-event-id': String(lastSeen) };
  const response = await fetch(`${origin}/api/events?as=${as}`, { headers, signal: leaving.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const arrived: NumberedEvent[] = [];
  return {
    type: response.headers.get('content-type') ?? '',
    next: async (count) => {
      while (arrived.length < count) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) break;
        const blocks = `${rest}${value}`.split('\n\n');
        rest = blocks.pop() ?? '';
        arrived.push(...blocks.flatMap(parseBlock));
      }
      return arrived.splice(0, count);
    },
    close: () => leaving.abort(),
  };
};

const parseBlock = (block: string): NumberedEvent[] => {
  const [, id = '0', data] = /^(?:id: (\d+)\n)?data: (.+)$/.exec(block) ?? [];
  return data === undefined ? [] : [{ id: Number(id), event: JSON.parse(data) as ServerEvent }];
};
