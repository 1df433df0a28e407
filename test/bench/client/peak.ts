import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** So that what the rows take is measured, and not how long V8 puts off its collections: that alone moves by a third. */
const STEADY = '--max-semi-space-size=8';

/** The most memory that a fresh process took to go through a list of so many rows with the client. Megabytes. */
export const peakOf = async (port: number, rows: number): Promise<number> => {
  const program = join(import.meta.dirname, 'stream-rows.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [STEADY, program, String(port), String(rows)]);
  return Number(stdout) / 1_000;
};
