import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerUsage } from '../usage.ts';
import { createSteward, createUndici } from './contenders.ts';

/** One contender in a process of its own: each request makes it go through as many rows as the path says. */
const [name, port] = process.argv.slice(2);
const contender = (name === 'undici' ? createUndici : createSteward)(Number(port));

const server = createServer((request, response) => {
  contender.read(Number(request.url?.slice(1))).then(
    () => response.writeHead(200).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
answerUsage();
