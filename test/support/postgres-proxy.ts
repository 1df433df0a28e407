import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A wire between the bot and PostgreSQL that can be held: what was sent meanwhile arrives when it flows again. */
export interface PostgresProxy {
  /** The same database through the wire. */
  readonly url: string;
  /** From now on nothing of what is asked reaches the server. */
  hold(): void;
  flow(): void;
  close(): Promise<void>;
}

const PORT = 5432;

/** Where the address leads: a folder with the server's socket, else host and port. */
const targetOf = (url: string): NetConnectOpts => {
  const { searchParams, hostname, port } = new URL(url);
  const number = Number(searchParams.get('port') ?? (port || PORT));
  const host = searchParams.get('host') ?? hostname;
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${number}`) } : { host, port: number };
};

export const openPostgresProxy = async (url: string): Promise<PostgresProxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-wire-'));
  const asking = new Set<Socket>();
  let held = false;

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const toServer = connect({ ...targetOf(url), allowHalfOpen: true });
    asking.add(client);
    if (held) client.pause();
    client.on('data', (bytes) => toServer.write(bytes));
    client.on('end', () => toServer.end());
    client.on('close', () => {
      asking.delete(client);
      toServer.end();
    });
    toServer.on('data', (bytes) => client.write(bytes));
    toServer.on('close', () => client.end());
    for (const socket of [client, toServer]) socket.on('error', () => {});
  });
  server.listen(join(folder, `.s.PGSQL.${PORT}`));
  await once(server, 'listening');

  const address = new URL(url);
  address.search = '';
  address.searchParams.set('host', folder);
  return {
    url: address.href,
    hold() {
      held = true;
      for (const socket of asking) socket.pause();
    },
    flow() {
      held = false;
      for (const socket of asking) socket.resume();
    },
    async close() {
      for (const socket of asking) socket.destroy();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
