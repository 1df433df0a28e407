import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** A copy of the sources; each package is a link, so that a test can take one away. @returns its root, below `folder` */
export const checkOutInto = (folder: string): string => {
  const root = join(folder, 'checkout');
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'src', 'scripts', 'cards', 'manifest', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true, preserveTimestamps: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
  return root;
};
