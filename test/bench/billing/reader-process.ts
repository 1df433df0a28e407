import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerUsage } from '../usage.ts';
import { createListing, createSummary } from './readers.ts';

/** One reader in a process of its own: each request makes it go through an invoice of as many rows as the path says. */
const [name, port] = process.argv.slice(2);
const read = (name === 'summary' ? createSummary : createListing)(Number(port));

const server = createServer((request, response) => {
  read(Number(request.url?.slice(1))).then(
    () => response.writeHead(200).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
answerUsage();
