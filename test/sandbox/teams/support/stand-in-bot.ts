import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedActivity {
  readonly authorization: string;
  readonly activity: { readonly [field: string]: unknown };
}

export interface StandInBot {
  readonly url: string;
  readonly received: ReceivedActivity[];
  /** What the next activities are answered; 200 without a body from the start. */
  answer(status: number, body?: unknown): void;
  /** Runs before an activity is answered. */
  before(work: () => Promise<void>): void;
  close(): Promise<void>;
}

/** A bot that only listens and answers as it is told. */
export const createStandInBot = async (): Promise<StandInBot> => {
  const received: ReceivedActivity[] = [];
  let reply: { status: number; body?: unknown } = { status: 200 };
  let work = async (): Promise<void> => {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      received.push({
        authorization: request.headers.authorization ?? '',
        activity: JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReceivedActivity['activity'],
      });
      await work();
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/messages`,
    received,
    answer: (status, body) => {
      reply = { status, body };
    },
    before: (next) => {
      work = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
