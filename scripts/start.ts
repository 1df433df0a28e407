import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startFolder } from './start-folder.ts';

/**
 * `npm start`: runs Steward from a bundle of its sources, which takes half the time to load. Where there is none, because they are new
 * or have changed, it runs the sources, and a process of its own writes the bundle meanwhile for the next start.
 */
const ROOT = join(import.meta.dirname, '..');

/** It may outlive Steward. Where it fails, the sources are run the next time too. */
const writeMeanwhile = (folder: string): void => {
  const program = join(import.meta.dirname, 'start-bundle.ts');
  spawn(process.execPath, [program, folder], { cwd: ROOT, detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref();
};

const folder = startFolder(ROOT);
const isWritten = existsSync(folder);
if (!isWritten) writeMeanwhile(folder);
await import(isWritten ? join(folder, 'main.js') : join(ROOT, 'src', 'main.ts'));
