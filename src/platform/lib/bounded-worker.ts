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

/** A person's input takes more time or memory to parse than one person may use. */
export class TooHeavy extends AppError {
  override readonly name = 'TooHeavy';

  constructor(cause: unknown) {
    super({ code: 'Input.TooHeavy', text: 'bot.error.tooHeavy', cause });
  }
}

/** Too many documents are waiting already. */
export class TooMany extends AppError {
  override readonly name = 'TooMany';

  constructor() {
    super({ code: 'Input.TooMany', text: 'bot.error.tooMany', retryable: true });
  }
}

interface BoundedWorker<F extends Functions> {
  /** Runs one function in the thread, one call at a time, on copies. @throws TooHeavy, TooMany, or the function's error */
  call<N extends keyof F & string>(name: N, ...args: Parameters<F[N]>): Promise<Awaited<ReturnType<F[N]>>>;
}

interface Limits {
  /** CPU time of one call, in milliseconds: unlike elapsed time it does not depend on the machine's load. */
  readonly cpuMs: number;
  readonly heapMb: number;
}

/** An idle thread ends after this time. */
const IDLE_MS = 30 * SECOND;
const CHECK_EVERY_MS = 100;
/** The most waiting calls: the last of more would wait longer than Teams does. */
const MOST_WAITING = 5;

/** Runs unbounded code, such as a parser of people's input, in a thread with limits. @param file calls `answerCalls` with the functions */
export const createBoundedWorker = <F extends Functions>(file: string, { cpuMs, heapMb }: Limits): BoundedWorker<F> => {
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
    // As long as the thread lives: it may run out of memory when no call waits any more, which must not end the process.
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
      return result as ReturnType<BoundedWorker<F>['call']> as never;
    },
  };
};

/** @throws Error when the thread ends or uses up its CPU time before it answers */
const replyOf = async (worker: Worker, question: Question, cpuMs: number): Promise<Reply> => {
  const before = await worker.cpuUsage();
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage(before);
    if ((user + system) / 1_000 > cpuMs) reject(new Error(`no answer within ${cpuMs} ms of CPU time`));
  };
  const watch = setInterval(() => look().catch(reject), CHECK_EVERY_MS);
  worker.once('message', resolve);
  worker.once('error', reject);
  // The process must not end while a call waits for its answer.
  worker.ref();
  worker.postMessage(question);
  return promise.finally(() => {
    clearInterval(watch);
    worker.unref();
    worker.off('message', resolve);
    worker.off('error', reject);
  });
};

/** The thread's side: answers calls of these functions, one after the other. */
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
