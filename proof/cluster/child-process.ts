import { fork } from 'node:child_process';
import { join } from 'node:path';
import { compiled } from '../../test/support/compiled.ts';
import { nodeFlags } from '../../test/support/node-flags.ts';
import type { FunctionCall, FunctionResult } from './serve-parent.ts';

/** The functions that a child serves, as the parent calls them. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
};

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it wrote to stderr. */
  readonly said: string;
}

/** A child process whose functions can be called. A call to one that dies is rejected. */
export interface ChildProcess<T> {
  readonly call: Remote<T>;
  readonly ready: Promise<void>;
  readonly ended: Promise<Ended>;
  /** Resolves the next time that it says that it stands still. */
  paused(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** @param file beside this one, as `bot-process.ts` */
export const startChildProcess = <T extends object>(file: string, args: readonly string[] = []): ChildProcess<T> => {
  const child = fork(join(import.meta.dirname, file), args, {
    execPath: process.execPath,
    execArgv: [...nodeFlags],
    env: { PATH: process.env['PATH'], ...compiled },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const onPause: (() => void)[] = [];
  let calls = 0;
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: FunctionResult | 'ready' | 'paused') => {
      if (message === 'ready') return resolve();
      if (message === 'paused') {
        for (const tell of onPause.splice(0)) tell();
        return;
      }
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if ('error' in message) call?.reject(new Error(`in ${file}: ${message.error}`));
      else call?.resolve(message.value);
    });
    child.once('close', () => reject(new Error(`${file} did not start:\n${said}`)));
  });
  ready.catch(() => {});
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      for (const call of waiting.values()) call.reject(new Error(`${file} has ended`));
      waiting.clear();
      resolve({ code, signal, said });
    });
  });
  const ask = async (name: string, given: readonly unknown[]): Promise<unknown> => {
    await ready;
    return new Promise((resolve, reject) => {
      if (!child.connected) return reject(new Error(`${file} has ended`));
      calls += 1;
      waiting.set(calls, { resolve, reject });
      child.send({ id: calls, name, args: given } satisfies FunctionCall, (error) => error && reject(error));
    });
  };
  const call = new Proxy({} as Remote<T>, {
    get: (_target, name) =>
      typeof name === 'string' && name !== 'then' ? (...given: unknown[]) => ask(name, given) : undefined,
  });
  const paused = (): Promise<void> => new Promise((resolve) => onPause.push(resolve));
  return { call, ready, ended, paused, signal: (signal) => void child.kill(signal) };
};
