import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from './answer.ts';

const LOOPBACK = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i;

/**
 * Keeps pages of other sites out: a browser tells the Host that it believes to speak to (a name turned to loopback
 * shows here) and, whenever it changes something, the Origin of the page.
 * @throws Problem 403
 */
export const guard = (method: string, headers: IncomingHttpHeaders): void => {
  const host = headers.host ?? '';
  if (!LOOPBACK.test(host)) throw new Problem(403, 'Forbidden', 'Only 127.0.0.1 and localhost are answered.');
  const { origin } = headers;
  if (method === 'GET' || origin === undefined) return;
  if (origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw new Problem(403, 'Forbidden', 'Another site may not do this.');
  }
};
