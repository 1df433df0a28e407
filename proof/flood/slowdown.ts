const CPU_MICROSECONDS = 100_000;

/**
 * How many times longer work takes here than the processor needs for it, because other programs want the processor too: 1 on
 * a machine with nothing else to do. Blocks this process meanwhile, so it is asked for where nothing is timed.
 */
export const slowdown = (): number => {
  const began = performance.now();
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if (user + system >= CPU_MICROSECONDS) return Math.max(1, ((performance.now() - began) * 1_000) / (user + system));
  }
};
