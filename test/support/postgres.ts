import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface PostgresServer {
  /** Address of a database of this server. */
  url(database: string): string;
  stop(): Promise<void>;
}

/**
 * Makes a cluster in the folder $1 with the programs of $2 and serves it on a socket there, until the shell's own input
 * closes, which also happens when the tests are killed. TERM ends a server that has hardly begun, INT one with clients.
 * Without fsync it may lose everything in a crash of the machine: it is for tests.
 */
const KEEPER = `
  trap 'rm -rf "$1"' EXIT
  "$2/initdb" -D "$1/data" -U postgres -A trust -E UTF8 --no-locale --no-sync > /dev/null || exit
  "$2/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c max_connections=300 -c fsync=off -c synchronous_commit=off -c full_page_writes=off &
  cat > /dev/null
  kill -TERM $!
  kill -INT $!
  wait`;

/** The folder that holds PostgreSQL's programs: on PATH, else where Debian puts them. */
export const findPostgres = (): string | undefined => {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...onPath, ...debianFolders()].find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
};

const debianFolders = (): string[] => {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const newestFirst = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(root, version, 'bin'));
};

/** A server in a temporary folder; nothing of it is left after `stop`. */
export const startPostgres = async (programs: string): Promise<PostgresServer> => {
  const user = unprivileged();
  // Root's own TMPDIR may be closed to the user who runs the server.
  const parent = user ? '/tmp' : tmpdir();
  const folder = mkdtempSync(join(parent, 'steward-pg-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', folder, programs], {
    cwd: parent,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...user,
  });
  await untilReady(keeper);
  return {
    url: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      const ended = once(keeper, 'exit');
      keeper.stdin.end();
      await ended;
    },
  };
};

/** PostgreSQL refuses to run as root. */
const unprivileged = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (userInfo().uid !== 0) return undefined;
  const id = (flag: string): number => {
    const ask = `id ${flag} postgres 2> /dev/null || id ${flag} nobody`;
    return Number(execFileSync('sh', ['-c', ask], { encoding: 'utf8' }));
  };
  return { uid: id('-u'), gid: id('-g') };
};

const untilReady = async (keeper: ChildProcessByStdio<Writable, null, Readable>): Promise<void> => {
  const said: string[] = [];
  for await (const line of createInterface(keeper.stderr)) {
    said.push(line);
    if (line.includes('ready to accept connections')) {
      keeper.stderr.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start: ${said.join('\n')}`);
};
