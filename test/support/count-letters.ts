const METHODS = ['matchAll', 'includes', 'trimEnd', 'split'] as const;

/**
 * How many letters some work hands to the methods that read a text from end to end: what it costs, whatever the machine
 * does meanwhile.
 */
export const lettersRead = (work: () => unknown): number => {
  let letters = 0;
  const real = METHODS.map((name) => [name, Object.getOwnPropertyDescriptor(String.prototype, name)] as const);
  for (const [name, descriptor] of real) {
    const value = function (this: string, ...rest: unknown[]): unknown {
      letters += this.length;
      return descriptor?.value.apply(this, rest);
    };
    Object.defineProperty(String.prototype, name, { ...descriptor, value });
  }
  try {
    work();
  } finally {
    for (const [name, descriptor] of real) Object.defineProperty(String.prototype, name, descriptor ?? {});
  }
  return letters;
};

/** By how much the letters read grow where there is four times as much to do: about 4 where each is read a few times. */
export const growth = (work: (size: number) => unknown, size = 200): number =>
  lettersRead(() => work(4 * size)) / lettersRead(() => work(size));
