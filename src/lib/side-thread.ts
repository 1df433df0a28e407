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

/** As many documents as may wait are waiting. */
export class TooMany extends AppError {
  override readonly name = 'TooMany';

  constructor() {
    super({ code: 'Input.TooMany', text: 'bot.error.tooMany', retryable: true });
  }
}

export interface SideThread<F extends Functions> {
  /**
   * Runs one function there; calls wait for each other. What goes there and comes back is copied.
   * @throws TooHeavy for what exceeds the limits; TooMany while too many wait; what the function throws
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
/** More than so many calls do not wait for each other: the last of them would wait longer than Teams does. */
const MOST_WAITING = 5;

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
  let waiting = 0;

  const start = async (): Promise<Worker> => {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    worker.unref();
    const { promise: ready, resolve, reject } = Promise.withResolvers<unknown>();
    worker.once('message', resolve);
    // For as long as it lives: it may run out of memory when nobody waits for it any more, which must not end the process.
    worker.on('error', (error) => {
      reject(error);
      if (running === worker) running = undefined;
    });
    await ready;
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
      if (waiting >= MOST_WAITING) return Promise.reject(new TooMany());
      waiting += 1;
      const result = last.then(() => run(name, args));
      last = result
        .catch(() => undefined)
        .finally(() => {
          waiting -= 1;
        });
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
