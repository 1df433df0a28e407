import { SECOND } from '../../../lib/clock.ts';
import type { FaultsView, InvokeFaultKind } from '../api.ts';

/** What befalls an invoke on its way to the bot. */
export interface InvokeFault {
  readonly kind: InvokeFaultKind;
  /** How many invokes; 1 when absent. */
  readonly count?: number | undefined;
  /** How late; only of `late`. */
  readonly seconds?: number | undefined;
}

export interface InvokeFaults {
  next(fault: InvokeFault): void;
  clear(): void;
  /** What befalls this invoke, oldest first. */
  take(): { readonly kind: InvokeFaultKind; readonly lateMs: number } | undefined;
  list(): FaultsView['invokes'];
}

const LATE = 4;
const secondsOf = ({ seconds = LATE }: InvokeFault): number => seconds;

export const createInvokeFaults = (): InvokeFaults => {
  let waiting: { readonly fault: InvokeFault; left: number }[] = [];
  return {
    next: (fault) => {
      waiting.push({ fault, left: fault.count ?? 1 });
    },
    clear: () => {
      waiting = [];
    },
    take: () => {
      const [first] = waiting;
      if (!first) return undefined;
      first.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return { kind: first.fault.kind, lateMs: secondsOf(first.fault) * SECOND };
    },
    list: () =>
      waiting.map(({ fault, left }) => ({
        kind: fault.kind,
        left,
        ...(fault.kind === 'late' ? { seconds: secondsOf(fault) } : {}),
      })),
  };
};
