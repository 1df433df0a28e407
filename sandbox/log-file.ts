import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** From this size on the log continues in a new file. */
const MAX_BYTES = 5_000_000;

interface LogFile {
  write(line: string): void;
}

/**
 * A file for the lines of the log, readable by its owner alone. Each start appends to it. When it is full it becomes
 * `<file>.1`, in place of the one before.
 */
export const createLogFile = (file: string, maxBytes = MAX_BYTES): LogFile => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const open = (): number => openSync(file, 'a', 0o600);
  let descriptor = open();
  let { size } = fstatSync(descriptor);
  return {
    write(line) {
      if (size >= maxBytes) {
        closeSync(descriptor);
        renameSync(file, `${file}.1`);
        descriptor = open();
        size = 0;
      }
      size += writeSync(descriptor, line);
    },
  };
};
