import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface Tunnel {
  readonly method: string;
  /** `host:port` */
  readonly target: string;
  readonly granted: boolean;
}

export interface ProxyProcess {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** What it was asked for, oldest first. */
  readonly tunnels: readonly Tunnel[];
  stop(): Promise<void>;
}

/**
 * Starts a forward proxy as a process of its own.
 * @param to the port of this machine where every tunnel leads
 * @param credentials `user:password` that it asks for
 */
export const startProxy = async (to: number, credentials?: string): Promise<ProxyProcess> => {
  const file = join(import.meta.dirname, 'connect-proxy.ts');
  const words = ['--disable-warning=ExperimentalWarning', file, '--to', String(to)];
  const child = spawn(process.execPath, credentials ? [...words, '--credentials', credentials] : words, {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const [first] = (await once(lines, 'line')) as [string];
  const { port } = JSON.parse(first) as { readonly port: number };
  const tunnels: Tunnel[] = [];
  lines.on('line', (line: string) => tunnels.push(JSON.parse(line) as Tunnel));
  return {
    host: `127.0.0.1:${port}`,
    tunnels,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
};
