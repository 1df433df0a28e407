import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Usage } from './usage.ts';

/** A server in a process of its own, so that only its own time is counted. */
export interface Child {
  readonly port: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/**
 * Starts a program of test/bench that sends its port once it listens and then answers with `answerUsage`.
 * @throws Error when it ends before that
 */
export const startChild = async (program: string, args: readonly string[]): Promise<Child> => {
  const child = fork(join(import.meta.dirname, program), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { port } = (await nextMessage(child, program)) as { port: number };
  return {
    port,
    async usage() {
      child.send('usage');
      return (await nextMessage(child, program)) as Usage;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
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
