import { createHash } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where the bundle belongs that npm's scripts run.
 * @param root of the project
 * @returns a folder that is another one when the name, size or time of a source has changed
 */
export const bundleFolder = (root: string): string => {
  const files = globSync(['src/**/*.ts', 'scripts/*.ts', 'package.json', 'package-lock.json'], { cwd: root });
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return join(root, 'build', `programs-${hash.digest('hex').slice(0, 16)}`);
};
