import type { Log } from '../src/platform/lib/logger.ts';
import type { VendorSandbox } from './cloud/vendor-sandbox.ts';

interface IncidentTimer {
  start(): void;
  /** After this is true, nothing begins any more. */
  stop(): Promise<void>;
}

/** Begins the demo incident once, so many milliseconds after the start, unless one is active; never without a time. */
export const createIncidentTimer = (
  incident: VendorSandbox['incident'],
  afterMs: number | undefined,
  log: Log,
): IncidentTimer => {
  let waiting: NodeJS.Timeout | undefined;
  let beginning: Promise<void> | undefined;
  const begin = async (): Promise<void> => {
    try {
      if (!(await incident.isActive())) await incident.begin();
    } catch (error) {
      log.error('sandbox.incident.failed', { error });
    }
  };
  return {
    start: () => {
      if (afterMs === undefined) return;
      waiting = setTimeout(() => {
        beginning = begin();
      }, afterMs).unref();
    },
    stop: async () => {
      clearTimeout(waiting);
      await beginning;
    },
  };
};
