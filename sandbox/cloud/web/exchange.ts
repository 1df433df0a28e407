import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { nested, Refusal } from '../operation.ts';

const MAX_BODY = 1_000_000;
const MOST_ISSUES = 5;

/** The body as text. @throws Refusal 413 above the limit, 1 MB by default */
export const readBody = async (request: IncomingMessage, most = MAX_BODY): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new Refusal(413, 'RequestEntityTooLarge', `A body has at most ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** @throws Refusal 400 InvalidRequestContent when the text is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'InvalidRequestContent', 'The request content is not valid JSON.');
  }
};

/** @throws Refusal 400 InvalidRequestContent for a body of another shape. */
export const parseBody = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const problems = z.prettifyError({ issues: issues.slice(0, MOST_ISSUES) }).replaceAll('\n', ' ');
  const more = issues.length > MOST_ISSUES ? ` and ${issues.length - MOST_ISSUES} more` : '';
  throw new Refusal(400, 'InvalidRequestContent', `${problems}${more}`);
};

/** A switch of the sandbox, by the body that it is sent. */
export type ControlRoute = (body: unknown, request: IncomingMessage) => Promise<unknown>;

/** The content type without its parameters, in lower case. */
export const contentType = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, {
    ...headers,
    ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
};

/** Closes the connection as a network failure would, without an answer. */
export const drop = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy();
};

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
