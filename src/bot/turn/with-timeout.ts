/** The answer of `work`, or `late()` when it is not there after so many milliseconds; the work goes on then. */
export const withTimeout = <T>(work: Promise<T>, ms: number, late: () => T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), Math.max(0, ms));
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
};
