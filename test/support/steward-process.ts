import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { compiled } from './compiled.ts';
import { listenLocally } from './local-server.ts';
import { nodeFlags } from './node-flags.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface StewardProcess {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Waits until the process printed this. @throws Error with all it said when it ended before */
  printed(words: string): Promise<string>;
  /** Nobody reads what it prints any more. */
  deafen(): void;
  /** SIGTERM, and the end. */
  stop(): Promise<Ended>;
}

/**
 * A program of src: a process of its own in `folder`, with these settings and no others.
 * @param program as `main` or `cli/audit`
 */
export const startProgram = (
  program: string,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): StewardProcess =>
  startCommand(process.execPath, [...nodeFlags, join(SOURCE, `${program}.ts`), ...args], folder, settings);

/** A process of its own in `folder`, with these settings and no others. */
export const startCommand = (
  command: string,
  args: readonly string[],
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): StewardProcess => {
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...compiled, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, output, errors })));
  return {
    pid: child.pid ?? 0,
    ended,
    printed: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (output.includes(words)) resolve(output);
        };
        look();
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(`"${words}" was never printed:\n${output}${errors}`)));
      }),
    deafen: () => void child.stdout.destroy(),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

export type StartProgram = typeof startProgram;

/** Runs a program to its end. */
export const runProgram = (...args: Parameters<typeof startProgram>): Promise<Ended> => startProgram(...args).ended;

/** The settings of a sandbox on any free ports that says little. */
export const anyPorts = { PORT: '0', SANDBOX_TEAMS_PORT: '0', SANDBOX_VENDOR_PORT: '0', LOG_LEVEL: 'warn' } as const;

export interface Addresses {
  readonly bot: string;
  readonly teams: string;
  readonly vendor: string;
}

/** The origins that the banner names, once everything listens. */
export const addressesOf = async (steward: StewardProcess): Promise<Addresses> => {
  const banner = await steward.printed('sandbox:reset');
  const origin = (label: string): string => new RegExp(`${label} +(http://[\\d.]+:\\d+)`).exec(banner)?.[1] ?? '';
  return { bot: origin('Bot'), teams: origin('Chat page'), vendor: origin('Vendor sandbox') };
};

/** Holds a port of this machine, as another program would. */
export const takePort = async (): Promise<{ readonly port: string; free(): Promise<void> }> => {
  const { port, close } = await listenLocally(createServer());
  return { port: String(port), free: close };
};
