import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle } from '../../scripts/bundle.ts';
import { ROOT } from '../../test/house/source.ts';

/**
 * Bundles a program as production is bundled, and removes the bundle after the work.
 * @param program its path in proof/bench
 * @param work gets the file of the bundle
 */
export const withBundle = async <T>(program: string, work: (file: string) => Promise<T>): Promise<T> => {
  const name = basename(program, '.ts');
  const folder = join(ROOT, 'build', `bench-${name}-${process.pid}`);
  try {
    await bundle([join('proof', 'bench', program)], folder);
    return await work(join(folder, `${name}.js`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
