import type { IncomingMessage, ServerResponse } from 'node:http';
import { nested, Refusal } from '../refusal.ts';
import { sendJson } from './exchange.ts';

type Door = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Whether an address is on this machine. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && ['127.0.0.1', 'localhost'].includes(new URL(address).hostname);

/** Whether the caller believes to speak to this machine: a page whose own name was turned to loopback shows itself by its Host. */
export const namesLoopback = ({ headers }: IncomingMessage): boolean => isLoopback(`http://${headers.host ?? ''}`);

/** A door that answers such callers only. */
export const onLoopback =
  (door: Door): Door =>
  async (request, response) => {
    if (namesLoopback(request)) return door(request, response);
    const refusal = new Refusal(403, 'Forbidden', 'Only 127.0.0.1 and localhost are answered.');
    sendJson(response, refusal.status, nested(refusal), { connection: 'close' });
  };
