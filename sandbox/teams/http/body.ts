import type { IncomingMessage } from 'node:http';
import { Problem } from './answer.ts';

export const KILOBYTE = 1_024;

/**
 * The request's body as text, counted while it arrives.
 * @param type the only content type that is taken
 * @throws Problem 415 for another type or an encoding, 413 beyond `maxBytes`
 */
export const readBody = async (request: IncomingMessage, type: string, maxBytes: number): Promise<string> => {
  const sent = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (sent !== type) throw new Problem(415, 'UnsupportedMediaType', `Send ${type}.`);
  return (await readBytes(request, maxBytes)).toString('utf8');
};

/**
 * The request's body as it came, counted while it arrives.
 * @throws Problem 415 for an encoding, 413 beyond `maxBytes`
 */
export const readBytes = async (request: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  if (request.headers['content-encoding']) {
    throw new Problem(415, 'UnsupportedMediaType', 'Send the body without a content encoding.');
  }
  const tooLarge = new Problem(413, 'RequestEntityTooLarge', `The body is larger than ${maxBytes / KILOBYTE} KB.`, {
    connection: 'close',
  });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  return collect(request, maxBytes, tooLarge);
};

/** Listens to events: leaving an async iterator early would close the socket before the refusal is written. */
const collect = (request: IncomingMessage, maxBytes: number, tooLarge: Problem): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(tooLarge);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // Of a sender that is gone there is no further event once the socket is closed.
    const cut = (): void => reject(new Problem(400, 'RequestCut', 'The sender has gone before the end of the body.'));
    if (request.destroyed) cut();
    request.once('close', cut);
    request.once('error', cut);
  });

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'BadSyntax', 'The body is not JSON.');
  }
};
