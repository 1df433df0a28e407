import { openSync, readSync } from 'node:fs';
import type { Clock } from '../../src/platform/lib/clock.ts';

/** The system's time and so much more; every process of a cluster has one, and all are moved together. */
interface MovingClock extends Clock {
  /** Milliseconds ahead of the system, from now on. */
  setAhead(ms: number): void;
  /** From now on a file says too how far ahead it is, at least: a process that stood still knows the time at once. */
  follow(file: string): void;
}

/** What such a file holds. */
export const aheadBytes = (ms: number): Buffer => {
  const bytes = Buffer.alloc(Float64Array.BYTES_PER_ELEMENT);
  bytes.writeDoubleLE(ms);
  return bytes;
};

export const createMovingClock = (): MovingClock => {
  const bytes = aheadBytes(0);
  let ahead = 0;
  let file: number | undefined;
  const written = (): number => {
    if (file === undefined) return 0;
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes.readDoubleLE();
  };
  return {
    now: () => Date.now() + Math.max(ahead, written()),
    setAhead: (ms) => {
      ahead = ms;
    },
    follow: (name) => {
      file = openSync(name, 'r');
    },
  };
};
