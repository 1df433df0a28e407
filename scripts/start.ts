import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm start`: runs Steward from a bundle of its sources, which takes half the time to load and is written again when they have changed.
 * Where it cannot be written, the sources are run: without the packages for development, or in a folder that is read-only.
 */
const ROOT = join(import.meta.dirname, '..');
const BUILD = join(ROOT, 'build');
const PREFIX = 'start-';
/** An older Steward may still run from one of them, and load a part of it later. */
const KEPT = 3;

/** The bundle of the sources as they are now, by their names, sizes and times. */
const folderNow = (): string => {
  const files = globSync(['src/**/*.ts', 'scripts/*.ts', 'package-lock.json'], { cwd: ROOT });
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return join(BUILD, `${PREFIX}${hash.digest('hex').slice(0, 16)}`);
};

/** Written beside its place first: another Steward may start at the same time. */
const writeBundle = async (folder: string): Promise<void> => {
  const draft = `${folder}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const { bundle } = await import('./bundle.ts');
    process.stderr.write('Bundling the sources, which takes some seconds: they are new, or have changed …\n');
    await bundle(['src/main.ts'], draft, { sandbox: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const removeOld = (): void => {
  const folders = readdirSync(BUILD).filter((name) => name.startsWith(PREFIX));
  const byAge = folders.map((name) => join(BUILD, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of byAge.slice(KEPT)) rmSync(folder, { recursive: true, force: true });
};

/** @returns the file to run */
const program = async (): Promise<string> => {
  const source = join(ROOT, 'src', 'main.ts');
  try {
    const folder = folderNow();
    if (!existsSync(folder)) {
      await writeBundle(folder);
      removeOld();
    }
    return join(folder, 'main.js');
  } catch {
    return source;
  }
};

await import(await program());
