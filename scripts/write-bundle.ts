import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { bundle } from './bundle.ts';

/**
 * `write-bundle.ts FOLDER`: writes the bundle of all programs that npm's scripts run, and removes old ones. It fails without the packages
 * for development, and where the place is read-only.
 */
const [folder = ''] = process.argv.slice(2);
const BUILD = dirname(folder);
/** An older program may still run from one of them, and load a part of it later. */
const KEPT = 3;

/** What `run.ts` runs in npm's scripts, as `cli/doctor`. */
const programs = (): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(BUILD, '..', 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return Object.values(scripts).flatMap((script) => {
    const [, program] = /run\.ts (\S+)/.exec(script) ?? [];
    return program === undefined ? [] : [program];
  });
};

/** Written beside its place first: a program may start meanwhile, and another process may write the same. */
const write = async (): Promise<void> => {
  const draft = join(BUILD, `draft-${basename(folder)}-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  try {
    // Apart from the others `main` has a third of the files, and starts the sooner.
    for (const [below, some] of Map.groupBy(programs(), dirname))
      await bundle(
        some.map((program) => `src/${program}.ts`),
        join(draft, below),
        { sandbox: true },
      );
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const removeOld = (): void => {
  const folders = readdirSync(BUILD).filter((name) => name.startsWith('programs-'));
  const byAge = folders.map((name) => join(BUILD, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(KEPT)) rmSync(old, { recursive: true, force: true });
};

// The program that runs beside it has the right of way.
setPriority(constants.priority.PRIORITY_LOW);
await write();
removeOld();
