import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';
import { contentType, readBody } from '../web/exchange.ts';
import { isLoopback } from '../web/loopback.ts';

/** The query of a page that is opened. @throws Refusal for another method or a Host of another name */
export const queryOf = (request: IncomingMessage): URLSearchParams => {
  if (request.method !== 'GET') throw new Refusal(405, 'invalid_request', 'Use GET.');
  guardHost(request);
  return new URLSearchParams((request.url ?? '').split('?', 2)[1] ?? '');
};

/** What a page of this address sends. Only its own may: another page has another Origin. @throws Refusal */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  if (request.method !== 'POST') throw new Refusal(405, 'invalid_request', 'Use POST.');
  const own = guardHost(request);
  const { origin = own } = request.headers;
  if (origin !== own) throw new Refusal(403, 'invalid_request', 'This form came from another page.');
  if (contentType(request) !== 'application/x-www-form-urlencoded')
    throw new Refusal(415, 'invalid_request', 'The body must be application/x-www-form-urlencoded.');
  return new URLSearchParams(await readBody(request));
};

/** @returns the page's origin @throws Refusal for a Host of another name */
const guardHost = ({ headers }: IncomingMessage): string => {
  const own = `http://${headers.host ?? ''}`;
  if (!isLoopback(own)) throw new Refusal(403, 'invalid_request', 'This page is for people at this machine.');
  return own;
};
