/** A guard against what never comes, no measure: a machine may be many times slower than this one. */
const PATIENCE_MS = 90_000;
const PAUSE_MS = 5;

/** Waits until `look` says yes. @throws Error that names what was never seen */
export const until = async (what: string, look: () => boolean | Promise<boolean>): Promise<void> => {
  const end = Date.now() + PATIENCE_MS;
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`never saw ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};
