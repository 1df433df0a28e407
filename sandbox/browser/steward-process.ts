import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiled } from '../../test/support/compiled.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PATIENCE_MS = 180_000;

/** The product as `npm start` runs it: a process of its own, in a working folder of its own, on free ports. */
export interface StewardProcess {
  /** Where the chat page is. */
  readonly teamsUrl: string;
  readonly vendor: { readonly url: string };
  /** Ends it as Ctrl+C would. */
  end(): Promise<void>;
}

/** @param root of the source: this one, or another checkout @throws Error with what the process said when it is not ready in time */
export const startStewardProcess = async (root = ROOT): Promise<StewardProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-browser-'));
  const [bot, teams, vendor] = await freePorts(3);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'src', 'main.ts')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      ...compiled,
      LOG_LEVEL: 'warn',
      PORT: `${bot}`,
      SANDBOX_TEAMS_PORT: `${teams}`,
      SANDBOX_VENDOR_PORT: `${vendor}`,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await ready(child, `http://127.0.0.1:${bot}/readyz`).catch(async (error) => {
    await end();
    throw error;
  });
  return { teamsUrl: `http://127.0.0.1:${teams}/`, vendor: { url: `http://127.0.0.1:${vendor}` }, end };
};

const ready = async (child: ChildProcess, address: string): Promise<void> => {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(50);
  }
  throw new Error(`Steward did not get ready:\n${said}`);
};

/** All are held at once while they are looked for, so that none comes twice. */
const freePorts = async (count: number): Promise<number[]> => {
  const held = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = held.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};
