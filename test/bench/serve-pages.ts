import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerUsage } from './usage.ts';

const token = JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: 86_400 });

/** One page of a list as it is sent. */
export interface ServedPage {
  /** JSON of the rows, brackets included. */
  readonly rows: Buffer;
  /** Fields before the rows, each with its comma. */
  readonly before?: string;
  readonly isLast: boolean;
}

/**
 * The vendor under a bench, as a process of its own: its sign-in service, and lists of ready-made pages with absolute nextLinks.
 * @param query what each nextLink asks for beside its page
 * @param pageOf the page of that number, from 1
 */
export const servePages = (query: string, pageOf: (pathname: string, number: number) => ServedPage): void => {
  let origin = '';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    if (pathname === '/token') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(token);
      return;
    }
    const number = Number(searchParams.get('$skipToken') ?? 1);
    const { rows, before = '', isLast } = pageOf(pathname, number);
    const next = `${origin}${pathname}?api-version=2024-04-01&${query}&$skipToken=${number + 1}`;
    const parts = [
      Buffer.from(`{${before}"value":`),
      rows,
      Buffer.from(isLast ? '}' : `,"nextLink":${JSON.stringify(next)}}`),
    ];
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
    response.end(Buffer.concat(parts, length));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    process.send?.({ port });
  });
  answerUsage();
};
