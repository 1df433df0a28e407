import { answerCalls } from '#platform/lib/bounded-worker.ts';

/** What a test has run in a thread: it answers, fails, never ends, or takes ever more memory. */
const functions = {
  sum: (a: number, b: number): number => a + b,
  fail: (): never => {
    throw new RangeError('no such number');
  },
  spin: (): void => {
    for (;;);
  },
  hoard: (): void => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 10_000 }, (_none, n) => n * 1.5));
  },
  dieLater: (): string => {
    setTimeout(functions.hoard, 50);
    return 'answered';
  },
};
export type TestFunctions = typeof functions;

answerCalls(functions);
