import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerUsage } from '../usage.ts';
import { createPages } from './transactions.ts';

/** The vendor under the client: ready-made pages with absolute nextLinks, `rows` in the path says how many pages come. */
const pages = createPages();
const token = JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: 86_400 });

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  if (pathname === '/token') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(token);
    return;
  }
  const [, last = '1'] = /^\/last-(\d+)/.exec(pathname) ?? [];
  const number = Number(searchParams.get('$skipToken') ?? 1);
  const next = `${origin}${pathname}?api-version=2024-04-01&top=50&$skipToken=${number + 1}`;
  const parts = [
    Buffer.from('{"value":'),
    pages[(number - 1) % pages.length] ?? Buffer.alloc(0),
    Buffer.from(number < Number(last) ? `,"nextLink":${JSON.stringify(next)}}` : '}'),
  ];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
  response.end(Buffer.concat(parts, length));
});
server.keepAliveTimeout = 60_000;
let origin = '';
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  process.send?.({ port });
});
answerUsage();
