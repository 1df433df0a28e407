import { type Answer, type Call, Problem } from '../http/answer.ts';

const KEPT = 5_000;

/** One call of the bot to the Connector, for tests to look at. */
export interface SeenCall {
  readonly method: string;
  /** Decoded, from /v3 on. */
  readonly path: string;
  /** The JSON body where one was read. */
  readonly body?: unknown;
  /** 0 where the connection was cut. */
  readonly status: number;
}

export interface SeenCalls {
  list(): readonly SeenCall[];
  record(handle: (call: Call) => Promise<Answer>): (call: Call) => Promise<Answer>;
}

export const createSeenCalls = (): SeenCalls => {
  const calls: SeenCall[] = [];
  const keep = (call: Call, body: unknown, status: number): void => {
    calls.push({
      method: call.method,
      path: call.path.replace(/^\/connector/, ''),
      ...(body === undefined ? {} : { body }),
      status,
    });
    if (calls.length > KEPT) calls.shift();
  };
  return {
    list: () => [...calls],
    record: (handle) => async (call) => {
      let body: unknown;
      const watched: Call = {
        ...call,
        json: async () => {
          body = await call.json();
          return body;
        },
      };
      try {
        const answer = await handle(watched);
        keep(call, body, answer.kind === 'json' ? answer.status : 0);
        return answer;
      } catch (error) {
        keep(call, body, error instanceof Problem ? error.status : 500);
        throw error;
      }
    },
  };
};
