/** Runs `fn` once after so many milliseconds, unless the answer is called first. Tests hand in one that they advance. */
export type After = (ms: number, fn: () => void) => () => void;

export const realAfter: After = (ms, fn) => {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
};
