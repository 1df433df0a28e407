import { parentPort, Worker } from 'node:worker_threads';
import { SECOND } from './clock.ts';
import { AppError } from './errors.ts';

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

interface Question {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

type Reply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: unknown });

/** What somebody sent takes more time or memory to read than one person may take from all others. */
export class TooHeavy extends AppError {
  override readonly name = 'TooHeavy';

  constructor(cause: unknown) {
    super({ code: 'Input.TooHeavy', text: 'bot.error.tooHeavy', cause });
  }
}

export interface SideThread<F extends Functions> {
  /**
   * Runs one function there; calls wait for each other. What goes there and comes back is copied.
   * @throws TooHeavy for what exceeds the limits; what the function throws
   */
  call<N extends keyof F & string>(name: N, ...args: Parameters<F[N]>): Promise<Awaited<ReturnType<F[N]>>>;
}

interface Limits {
  /** Processor time of one call, in milliseconds: a busy machine makes a call slower and no heavier. */
  readonly cpuMs: number;
  readonly heapMb: number;
}

/** A thread without work goes after so long. */
const IDLE_MS = 30 * SECOND;
const LOOK_MS = 100;

/**
 * Runs what no code of ours can bound, as a library that parses what people send, in a thread beside the one that answers
 * everybody. It starts when it is needed, and is stopped with what it does when that exceeds the limits.
 * @param file calls `answerCalls` with the functions
 */
export const createSideThread = <F extends Functions>(file: string, { cpuMs, heapMb }: Limits): SideThread<F> => {
  let running: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let calls = 0;

  const start = async (): Promise<Worker> => {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    worker.unref();
    await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    worker.removeAllListeners('error');
    running = worker;
    return worker;
  };

  const stop = async (worker: Worker): Promise<void> => {
    running = undefined;
    await worker.terminate();
  };

  const run = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    clearTimeout(idle);
    const worker = running ?? (await start());
    calls += 1;
    const reply = await replyOf(worker, { id: calls, name, args }, cpuMs).catch(async (error: unknown) => {
      await stop(worker);
      throw new TooHeavy(error);
    });
    idle = setTimeout(() => stop(worker), IDLE_MS).unref();
    if ('error' in reply) throw reply.error;
    return reply.value;
  };

  return {
    call(name, ...args) {
      const result = last.then(() => run(name, args));
      last = result.catch(() => undefined);
      return result as ReturnType<SideThread<F>['call']> as never;
    },
  };
};

/** @throws Error when the thread ends or has used up its time before it answers */
const replyOf = async (worker: Worker, question: Question, cpuMs: number): Promise<Reply> => {
  const before = await worker.cpuUsage();
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage(before);
    if ((user + system) / 1_000 > cpuMs) reject(new Error(`no answer within ${cpuMs} ms of processor time`));
  };
  const watch = setInterval(() => look().catch(reject), LOOK_MS);
  worker.once('message', resolve);
  worker.once('error', reject);
  // While somebody waits for an answer the process must not end.
  worker.ref();
  worker.postMessage(question);
  return promise.finally(() => {
    clearInterval(watch);
    worker.unref();
    worker.off('message', resolve);
    worker.off('error', reject);
  });
};

/** The other side: answers calls of these functions, one after the other. */
export const answerCalls = (functions: Functions): void => {
  parentPort?.on('message', async ({ id, name, args }: Question) => {
    const reply = async (): Promise<Reply> => {
      try {
        return { id, value: await functions[name]?.(...(args as never[])) };
      } catch (error) {
        return { id, error };
      }
    };
    parentPort?.postMessage(await reply());
  });
  parentPort?.postMessage('ready');
};
