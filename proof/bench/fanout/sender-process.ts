import { createServer } from 'node:http';
import { listenForParent } from '../usage.ts';
import { createOutboxSender } from './outbox-sender.ts';
import { createConnectorSender, createFloorSender, createSdkSender } from './plain-senders.ts';
import type { Sender } from './sender.ts';

/** One sender in a process of its own: `/prepare` and `/send` make it do that. */
const [name = '', origin = '', folder = ''] = process.argv.slice(2);

const senders: Readonly<Record<string, (origin: string, folder: string) => Promise<Sender>>> = {
  outbox: createOutboxSender,
  connector: createConnectorSender,
  sdk: createSdkSender,
  floor: createFloorSender,
};

const create = senders[name];
if (!create) throw new Error(`there is no sender ${name}`);
const sender = await create(origin, folder);

const server = createServer((request, response) => {
  const done = request.url === '/prepare' ? sender.prepare() : sender.send();
  done.then(
    (outcome = { unsure: [] }) => response.writeHead(200).end(JSON.stringify(outcome)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
listenForParent(server);
