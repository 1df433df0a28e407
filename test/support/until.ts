/** A guard against what never comes, no measure: a machine may be many times slower than this one. */
const PATIENCE_MS = 90_000;
const PAUSE_MS = 5;

type Pace = { readonly patienceMs?: number; readonly pauseMs?: number };

interface Until {
  (what: string, look: () => boolean | Promise<boolean>, pace?: Pace): Promise<void>;
  <T>(what: string, look: () => Promise<T | undefined | false>, pace?: Pace): Promise<T>;
}

/** Waits until `look` finds something, and gives it. @throws Error that names what was never seen */
export const until: Until = async (
  what: string,
  look: () => unknown,
  { patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS }: Pace = {},
) => {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found as never;
    if (Date.now() > end) throw new Error(`never saw ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};
