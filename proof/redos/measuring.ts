import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { median } from '../bench/figure.ts';
import type { Attack } from './attacks.ts';
import type { Measuring, Reading } from './measuring-worker.ts';
import type { Pattern } from './pattern-sources.ts';

/** What became of one pattern: how slow it is at its slowest, or on what it never ended. */
export type Outcome =
  | { readonly pattern: Pattern; readonly is: 'measured'; readonly reading: Reading }
  | { readonly pattern: Pattern; readonly is: 'stopped'; readonly attack: Attack | undefined };

/** What the thread is asked, and what it says: the attack that it begins, and at the end the slowest reading. */
export interface Question extends Omit<Measuring, 'begin'> {
  readonly pattern: Pattern;
}
export type Message = { readonly begins: Attack } | { readonly reading: Reading };

/** Processor time of one pattern with all its texts; those of the source take a fraction of a second. */
export const MOST_CPU_MS = 10_000;
const LOOK_MS = 200;

const PIECE = { pattern: /[a-z][a-z.-]{0,99}\//u, text: 'a'.repeat(20_000) } as const;
/** What that piece of work takes on a machine for which the limits are meant, in milliseconds of its processor. */
const PIECE_MS = 10;
const PIECES = 5;

/** How many times as slow this machine is at this moment, at least 1: others on its processor can halve its pace. */
const slowness = (): number => {
  const took = Array.from({ length: PIECES }, () => {
    const before = process.threadCpuUsage();
    PIECE.pattern.test(PIECE.text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(1, median(took) / PIECE_MS);
};

/**
 * Measures patterns one after the other in a thread of its own, so that one that hangs can be stopped and named. One that seems slow is
 * measured again at the pace that the machine has at that moment: its times are those of a machine for which the limits are meant.
 * @param mostCpuMs after so much processor time for all texts of a pattern it counts as one that hangs
 */
export async function* measure(
  questions: Iterable<Question>,
  mostCpuMs: number,
  seemsSlow: (outcome: Outcome) => boolean,
): AsyncGenerator<Outcome> {
  let worker: Worker | undefined;
  const ask = async (question: Question, slow: number): Promise<Outcome> => {
    worker ??= new Worker(join(import.meta.dirname, 'measuring-worker.ts'));
    const outcome = await measureOne(worker, { ...question, enoughMs: question.enoughMs * slow }, mostCpuMs * slow);
    if (outcome.is === 'measured') return { ...outcome, reading: atPace(outcome.reading, slow) };
    await worker.terminate();
    worker = undefined;
    return outcome;
  };
  try {
    for (const question of questions) {
      const outcome = await ask(question, 1);
      yield seemsSlow(outcome) ? await ask(question, slowness()) : outcome;
    }
  } finally {
    await worker?.terminate();
  }
}

const atPace = (reading: Reading, slow: number): Reading => ({ ...reading, cpuMs: reading.cpuMs / slow });

/** The time of the processor counts, not the clock's: this process does nothing else, and others may be busy. */
const measureOne = (worker: Worker, question: Question, mostCpuMs: number): Promise<Outcome> => {
  const { pattern } = question;
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const began = process.cpuUsage();
  let attack: Attack | undefined;
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(began);
    if ((user + system) / 1_000 > mostCpuMs) resolve({ pattern, is: 'stopped', attack });
  }, LOOK_MS);
  const hear = (message: Message): void => {
    if ('reading' in message) resolve({ pattern, is: 'measured', reading: message.reading });
    else attack = message.begins;
  };
  worker.on('message', hear);
  worker.once('error', reject);
  worker.postMessage(question);
  return promise.finally(() => {
    clearInterval(watch);
    worker.off('message', hear);
    worker.off('error', reject);
  });
};

/** Every pattern that the source builds while it runs, each with the line that builds it. */
export const builtPatterns = (): Promise<Pattern[]> => {
  const worker = new Worker(join(import.meta.dirname, 'builder-worker.ts'));
  const { promise, resolve, reject } = Promise.withResolvers<Pattern[]>();
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise.finally(() => worker.terminate());
};
