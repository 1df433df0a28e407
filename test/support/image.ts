import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { nodeFlags } from './node-flags.ts';
import { type StartProgram, startCommand } from './steward-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Folders of which the .dockerignore lets only some files in. */
const WORKSPACES = ['sandbox', 'proof'];

/** What one line of a .dockerignore speaks of: a path and all below it, with `*` for any part of one name. */
const speaksOf = (pattern: string, path: string): boolean => {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  return new RegExp(`^${escaped}(/|$)`).test(path);
};

/** @returns whether an image may have a file of the project, by the .dockerignore: the last line that speaks of it counts */
const readImageRule = (): ((path: string) => boolean) => {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return (path) => {
    const last = rules.findLast((rule) => speaksOf(rule.replace('!', ''), path));
    return last === undefined || last.startsWith('!');
  };
};

/** What the stages of the Dockerfile copy: from where in which stage, or from the project; to where. */
const readStages = (): readonly (readonly Copy[])[] => {
  const stages = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .slice(1);
  return stages.map((stage) =>
    [...stage.matchAll(/^COPY (--from=bundle )?(.+) (\S+)$/gm)].flatMap(([, built, names = '', to = '']) =>
      names.split(' ').map((name) => ({ name: name.replace('/app/', ''), isBuilt: built !== undefined, to })),
    ),
  );
};

interface Copy {
  readonly name: string;
  readonly isBuilt: boolean;
  readonly to: string;
}

/** Builds what the image has in /app, as the Dockerfile does. @param folder an empty one @returns where it lies, far from any package */
export const buildImage = (folder: string): string => {
  const isIn = readImageRule();
  const copy = (from: string, to: string, { name, isBuilt, to: place }: Copy): void =>
    cpSync(join(isBuilt ? from : ROOT, name), join(to, place === './' && !isBuilt ? name : place), {
      recursive: true,
      filter: (file) => isBuilt || isIn(relative(ROOT, file)) || WORKSPACES.includes(relative(ROOT, file)),
    });
  const [built, image] = [join(folder, 'built'), join(folder, 'image')];
  const [first = [], last = []] = readStages();
  mkdirSync(built);
  for (const one of first) copy(built, built, one);
  symlinkSync(join(ROOT, 'node_modules'), join(built, 'node_modules'));
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(built, 'scripts', 'build.ts')]);
  for (const one of last) copy(built, image, one);
  execFileSync('chmod', ['-R', 'a-w', image]);
  return image;
};

/**
 * Starts programs of an image in `/app`, where they may write nothing: file modes hold for root too, who is without its capabilities.
 * @param image its /app
 */
export const startInImage =
  (image: string): StartProgram =>
  (program, _folder, settings, args = []) => {
    const powerless = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
    const [command = '', ...rest] = [...powerless, process.execPath, ...nodeFlags, `${basename(program)}.js`, ...args];
    return startCommand(command, rest, image, { ...settings, NODE_COMPILE_CACHE: image, TMPDIR: image });
  };
