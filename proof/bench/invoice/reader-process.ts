import { createServer } from 'node:http';
import { listenForParent } from '../usage.ts';
import type { Reader } from './listing-reader.ts';

/** Each is loaded alone, so that its process has the memory that it needs by itself. */
const readers: Readonly<Record<string, (port: number) => Promise<Reader>>> = {
  undici: async (port) => (await import('./undici-reader.ts')).createUndici(port),
  published: async (port) => (await import('./published-reader.ts')).createPublished(port),
  client: async (port) => (await import('./listing-reader.ts')).createListing(port),
  listing: async (port) => (await import('./listing-reader.ts')).createListing(port, { count: true }),
  summary: async (port) => (await import('./summary-reader.ts')).createSummary(port),
};

/**
 * One reader in a process of its own. With a number of rows it reads them once and prints the most memory that the process
 * had, in kilobytes; without, each request makes it read as many rows as the path says.
 */
const [name = '', port, rows] = process.argv.slice(2);
const read = await readers[name]?.(Number(port));
if (!read) throw new Error('reader-process READER PORT [ROWS]');

if (rows !== undefined) {
  await read(Number(rows));
  process.stdout.write(String(process.resourceUsage().maxRSS), () => process.exit());
} else {
  listenForParent(
    createServer((request, response) => {
      read(Number(request.url?.slice(1))).then(
        () => response.writeHead(200).end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    }),
  );
}
