import type { Clock } from '../../../src/platform/lib/clock.ts';
import { type Answer, type Call, Problem } from '../http/answer.ts';

const KEPT = 5_000;

/** One call of the bot to the Connector, for tests and developers. */
export interface RecordedCall {
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Decoded, from /v3 on. */
  readonly path: string;
  /** The JSON body, if any. */
  readonly body?: unknown;
  /** 0 if the connection was cut. */
  readonly status: number;
  /** The JSON of the answer. */
  readonly answer?: unknown;
}

export interface CallLog {
  list(): readonly Omit<RecordedCall, 'answer'>[];
  record(handle: (call: Call) => Promise<Answer>): (call: Call) => Promise<Answer>;
}

/** @param begin called when a call begins; its result is called with the call when it has ended */
export const createCallLog = (clock: Clock, begin: () => (call: RecordedCall) => void): CallLog => {
  const calls: RecordedCall[] = [];
  const keep = ({ answer: _, ...call }: RecordedCall): void => {
    calls.push(call);
    if (calls.length > KEPT) calls.shift();
  };
  return {
    list: () => [...calls],
    record: (handle) => async (call) => {
      const tell = begin();
      const at = clock.now();
      let body: unknown;
      const end = (outcome: Pick<RecordedCall, 'status' | 'answer'>): void => {
        const path = call.path.replace(/^.*?\/connector(?=\/v3\/)/i, '');
        const seen = { at, method: call.method, path, ...(body === undefined ? {} : { body }), ...outcome };
        keep(seen);
        tell(seen);
      };
      const watched: Call = {
        ...call,
        json: async () => {
          body = await call.json();
          return body;
        },
      };
      try {
        const answer = await handle(watched);
        end(outcomeOf(answer));
        return answer;
      } catch (error) {
        end(error instanceof Problem ? refusalOf(error) : { status: 500 });
        throw error;
      }
    },
  };
};

const outcomeOf = (answer: Answer): Pick<RecordedCall, 'status' | 'answer'> => {
  if (answer.kind === 'json') return { status: answer.status, answer: answer.body };
  return answer.kind === 'file' ? { status: 200, answer: `${answer.content.length} bytes` } : { status: 0 };
};

const refusalOf = ({ status, code, message }: Problem): Pick<RecordedCall, 'status' | 'answer'> => ({
  status,
  answer: { error: { code, message } },
});
