import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../refusal.ts';

const MAX_BODY = 1_000_000;

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
