import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface PostgresServer {
  /** Address of a database of this server. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** A server for tests that may lose everything in a crash of the machine, and is faster for it. */
const FOR_TESTS = ['listen_addresses=', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** The shell keeps the server until its own input closes, which also happens when the tests are killed. */
const KEEPER = '"$@" & server=$!; cat > /dev/null; kill -INT "$server"; wait "$server"';

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

/** Makes a cluster in a temporary folder and serves it on a socket there; `stop` removes all of it. */
export const startPostgres = async (programs: string): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-pg-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const setUp = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'initdb'), setUp, { cwd: folder, stdio: 'pipe', ...user });

  const settings = FOR_TESTS.flatMap((setting) => ['-c', setting]);
  const server = ['-D', data, '-k', folder, ...settings];
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', join(programs, 'postgres'), ...server], {
    cwd: folder,
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
      rmSync(folder, { recursive: true, force: true });
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
