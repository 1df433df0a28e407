import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { bundleFolder } from './bundle-folder.ts';

/**
 * `run.ts PROGRAM …`: runs a program of src, as `main` or `cli/doctor`, from a bundle of the sources, which takes less than half the time
 * to load. Where there is none, because they are new or have changed, it runs the source, and once that has started a process of its own
 * writes the bundle for the next time.
 */
const ROOT = join(import.meta.dirname, '..');

/** It may outlive the program. Where it fails, the source is run the next time too. */
const writeBundle = (folder: string): void => {
  const program = join(import.meta.dirname, 'write-bundle.ts');
  spawn(process.execPath, [program, folder], { cwd: ROOT, detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref();
};

const [node = '', , program = '', ...args] = process.argv;
const folder = bundleFolder(ROOT);
const isWritten = existsSync(folder);
const file = isWritten ? join(folder, `${program}.js`) : join(ROOT, 'src', `${program}.ts`);
process.argv = [node, file, ...args];
// Where NODE_COMPILE_CACHE says, otherwise here. Where it cannot be written, loading only takes longer.
enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, 'build', 'compiled'));
await import(file);
if (!isWritten) writeBundle(folder);
