import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPages, PAGE } from '../client/transactions.ts';
import { answerUsage } from '../usage.ts';

/** The vendor under a whole reading: as many different rows as the path says, with their count. */
const pages = createPages();
const token = JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: 86_400 });
/** What begins each row's name; another one each time that the ready-made pages come round. */
const NAMES = '5d0c9a4e';

const pageOf = (number: number): Buffer => {
  const round = Math.floor((number - 1) / pages.length);
  const page = pages[(number - 1) % pages.length] ?? Buffer.alloc(0);
  if (round === 0) return page;
  const name = (0x5d0c9a4e + round).toString(16).padStart(NAMES.length, '0');
  return Buffer.from(page.toString('latin1').replaceAll(NAMES, name), 'latin1');
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  if (pathname === '/token') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(token);
    return;
  }
  const [, rows = '1'] = /^\/rows-(\d+)/.exec(pathname) ?? [];
  const number = Number(searchParams.get('$skipToken') ?? 1);
  const next = `${origin}${pathname}?api-version=2024-04-01&top=50&count=true&$skipToken=${number + 1}`;
  const parts = [
    Buffer.from(`{"count":${rows},"value":`),
    pageOf(number),
    Buffer.from(number < Number(rows) / PAGE ? `,"nextLink":${JSON.stringify(next)}}` : '}'),
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
