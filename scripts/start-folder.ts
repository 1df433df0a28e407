import { createHash } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where the bundle that `npm start` runs belongs.
 * @param root of the project
 * @returns a folder that is another one when the name, size or time of a source has changed
 */
export const startFolder = (root: string): string => {
  const files = globSync(['src/**/*.ts', 'scripts/*.ts', 'package-lock.json'], { cwd: root });
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return join(root, 'build', `start-${hash.digest('hex').slice(0, 16)}`);
};
