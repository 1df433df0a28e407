import { createServer, type IncomingMessage } from 'node:http';
import { listenLocally } from '../../../../test/support/local-server.ts';

interface ReceivedActivity {
  readonly authorization: string;
  readonly activity: { readonly [field: string]: unknown };
}

export interface StandInBot {
  readonly url: string;
  readonly received: ReceivedActivity[];
  /** The answer to the next activities; 200 without a body at first. */
  answer(status: number, body?: unknown): void;
  /** Answers each of the next activities with one of these bodies, and all later ones with the last. */
  answerInTurn(...bodies: readonly unknown[]): void;
  /** Runs before an activity is answered. */
  before(work: () => Promise<void>): void;
  close(): Promise<void>;
}

type Json = ReceivedActivity['activity'];

/** A server on this machine whose JSON requests get the answers of `handle`; an empty body is `{}`. */
export const listenForJson = async (
  handle: (request: IncomingMessage, body: Json) => Promise<{ status: number; body?: unknown }>,
): Promise<{ readonly origin: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { status, body } = await handle(request, text === '' ? {} : JSON.parse(text));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  const { url, close } = await listenLocally(server);
  return { origin: url, close };
};

/** A bot that records what it receives and answers as the test says. */
export const createStandInBot = async (): Promise<StandInBot> => {
  const received: ReceivedActivity[] = [];
  let replies: { status: number; body?: unknown }[] = [{ status: 200 }];
  let work = async (): Promise<void> => {};
  const { origin, close } = await listenForJson(async ({ headers }, activity) => {
    received.push({ authorization: headers.authorization ?? '', activity });
    await work();
    return (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 200 };
  });
  return {
    url: `${origin}/api/messages`,
    received,
    answer: (status, body) => {
      replies = [{ status, body }];
    },
    answerInTurn: (...bodies) => {
      replies = bodies.map((body) => ({ status: 200, body }));
    },
    before: (next) => {
      work = next;
    },
    close,
  };
};
