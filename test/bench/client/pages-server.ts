import { servePages } from '../serve-pages.ts';
import { createPages } from './transactions.ts';

/** The vendor under the client: `last` in the path says how many pages come. */
const pages = createPages();

servePages('top=50', (pathname, number) => {
  const [, last = '1'] = /^\/last-(\d+)/.exec(pathname) ?? [];
  return { rows: pages[(number - 1) % pages.length] ?? Buffer.alloc(0), isLast: number >= Number(last) };
});
