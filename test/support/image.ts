import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** What one line of a .dockerignore speaks of: a path and all below it, with `*` for any part of one name. */
const speaksOf = (pattern: string, path: string): boolean => {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  return new RegExp(`^${escaped}(/|$)`).test(path);
};

/** @returns whether the container's image may have a file of the project, by its .dockerignore: the last line that speaks of it counts */
const readImageRule = (): ((path: string) => boolean) => {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return (path) => {
    const last = rules.findLast((rule) => speaksOf(rule.replace('!', ''), path));
    return last === undefined || last.startsWith('!');
  };
};

/** Puts into a folder what the Dockerfile copies into the stages of the image; the packages by a link. */
export const copyImage = (folder: string): void => {
  const isIn = readImageRule();
  for (const name of ['package.json', 'src', 'scripts', 'cards']) {
    const filter = (source: string): boolean => isIn(relative(ROOT, source)) || relative(ROOT, source) === 'sandbox';
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
};
