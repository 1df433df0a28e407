import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { bundle } from '../../scripts/bundle.ts';
import { ROOT } from '../../test/house/source.ts';
import type { Usage } from './usage.ts';

/**
 * Bundles a program as production is bundled, and removes the bundle after the work.
 * @param program its path in proof/bench
 * @param work gets the file of the bundle
 */
export const withBundle = async <T>(program: string, work: (file: string) => Promise<T>): Promise<T> => {
  const name = basename(program, '.ts');
  const folder = join(ROOT, 'build', `bench-${name}-${process.pid}`);
  try {
    await bundle([join('proof', 'bench', program)], folder);
    return await work(join(folder, `${name}.js`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A server in a process of its own, so that only its own time is counted. */
export interface Child {
  readonly port: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/**
 * Starts a program, of proof/bench unless its path is absolute, that sends its port once it listens and then answers with `answerUsage`.
 * @throws Error when it ends before that
 */
const startChild = async (program: string, args: readonly string[], flags: readonly string[]): Promise<Child> => {
  const child = fork(resolve(import.meta.dirname, program), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', ...flags],
  });
  const { port } = (await nextMessage(child, program)) as { port: number };
  return {
    port,
    async usage() {
      child.send('usage');
      return (await nextMessage(child, program)) as Usage;
    },
    async stop() {
      if (!child.connected) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
};

/** Starts a child as `startChild` does, and ends it when the work is over. @param flags of Node; none where it is stock */
export type StartChild = (program: string, args?: readonly string[], flags?: readonly string[]) => Promise<Child>;

/** Does some work with children and a folder for them, none of which is left afterwards. */
export const withChildren = async <T>(work: (start: StartChild, folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  const running: Child[] = [];
  const start: StartChild = async (program, args = [], flags = []) => {
    const child = await startChild(program, args, flags);
    running.push(child);
    return child;
  };
  try {
    return await work(start, folder);
  } finally {
    for (const child of running.toReversed()) await child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const nextMessage = async (child: ChildProcess, program: string): Promise<unknown> => {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error(`${program} ended`);
  });
  const heard = once(child, 'message', { signal: over.signal }).then(([message]: unknown[]) => message);
  try {
    return await Promise.race([heard, ended]);
  } finally {
    over.abort();
    await Promise.allSettled([heard, ended]);
  }
};
