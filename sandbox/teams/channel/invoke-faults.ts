import { SECOND } from '../../../src/platform/lib/clock.ts';
import type { FaultsView, InvokeFaultKind } from '../api.ts';
import { createFaultQueue } from '../connector/faults.ts';

/** A fault of an invoke on its way to the bot. */
interface InvokeFault {
  readonly kind: InvokeFaultKind;
  /** How many invokes; 1 when absent. */
  readonly count?: number | undefined;
  /** How late; only of `late`. */
  readonly seconds?: number | undefined;
}

export interface InvokeFaults {
  next(fault: InvokeFault): void;
  clear(): void;
  /** The fault of this invoke, oldest first. */
  take(): { readonly kind: InvokeFaultKind; readonly lateMs: number } | undefined;
  list(): FaultsView['invokes'];
}

const LATE = 4;
const secondsOf = ({ seconds = LATE }: InvokeFault): number => seconds;

export const createInvokeFaults = (): InvokeFaults => {
  const { next, clear, take, waiting } = createFaultQueue<InvokeFault>();
  return {
    next,
    clear,
    take: () => {
      const fault = take();
      return fault && { kind: fault.kind, lateMs: secondsOf(fault) * SECOND };
    },
    list: () =>
      waiting().map(({ fault, left }) => ({
        kind: fault.kind,
        left,
        ...(fault.kind === 'late' ? { seconds: secondsOf(fault) } : {}),
      })),
  };
};
