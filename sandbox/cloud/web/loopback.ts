import type { IncomingMessage, ServerResponse } from 'node:http';
import { nested, Refusal } from '../refusal.ts';
import { sendJson } from './exchange.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Whether an address is of this machine. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && ['127.0.0.1', 'localhost'].includes(new URL(address).hostname);

/** Whether the Host is this machine's; a page that uses DNS rebinding has its own name there. */
export const namesLoopback = ({ headers }: IncomingMessage): boolean => isLoopback(`http://${headers.host ?? ''}`);

/** A handler that refuses every other Host. */
export const onLoopback =
  (handler: Handler): Handler =>
  async (request, response) => {
    if (namesLoopback(request)) return handler(request, response);
    const refusal = new Refusal(403, 'Forbidden', 'Only 127.0.0.1 and localhost are answered.');
    sendJson(response, refusal.status, nested(refusal), { connection: 'close' });
  };
