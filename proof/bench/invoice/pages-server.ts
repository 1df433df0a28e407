import { createServer } from 'node:http';
import { listenForParent } from '../usage.ts';
import { createPages, PAGE } from './transactions.ts';

const token = JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: 86_400 });
const pages = createPages();
/** What begins each row's name; another one each time that the ready-made pages come round. */
const NAMES = '5d0c9a4e';

const rowsOf = (number: number): Buffer => {
  const round = Math.floor((number - 1) / pages.length);
  const page = pages[(number - 1) % pages.length] ?? Buffer.alloc(0);
  if (round === 0) return page;
  const name = (0x5d0c9a4e + round).toString(16).padStart(NAMES.length, '0');
  return Buffer.from(page.toString('latin1').replaceAll(NAMES, name), 'latin1');
};

/**
 * The vendor under a bench, as a process of its own: its sign-in service, and invoices of ready-made pages with absolute
 * nextLinks. The path says how many rows an invoice has; they are counted where the query wants that.
 */
const server = createServer((request, response) => {
  const { origin, pathname, searchParams } = new URL(request.url ?? '', `http://${request.headers.host}`);
  if (pathname === '/token') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(token);
    return;
  }
  const [, rows = '1'] = /^\/rows-(\d+)/.exec(pathname) ?? [];
  const number = Number(searchParams.get('$skipToken') ?? 1);
  const count = searchParams.get('count') === 'true';
  const next = `${origin}${pathname}?api-version=2024-04-01&top=${PAGE}${count ? '&count=true' : ''}&$skipToken=${number + 1}`;
  const parts = [
    Buffer.from(`{${count ? `"count":${rows},` : ''}"value":`),
    rowsOf(number),
    Buffer.from(number >= Number(rows) / PAGE ? '}' : `,"nextLink":${JSON.stringify(next)}}`),
  ];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
  response.end(Buffer.concat(parts, length));
});
server.keepAliveTimeout = 60_000;
listenForParent(server);
