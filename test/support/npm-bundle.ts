import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder } from '../../scripts/bundle-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Writes the bundle of the programs that npm's scripts run, where there is none of the sources as they are. */
export const bundleForNpm = (): void => {
  const folder = bundleFolder(ROOT);
  if (!existsSync(folder)) execFileSync(process.execPath, [join(ROOT, 'scripts', 'write-bundle.ts'), folder]);
};
