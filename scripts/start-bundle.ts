import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { bundle } from './bundle.ts';

/**
 * `start-bundle.ts FOLDER`: writes the bundle that `npm start` runs, and removes old ones. It fails without the packages for
 * development, and where the place is read-only.
 */
const [folder = ''] = process.argv.slice(2);
const BUILD = dirname(folder);
/** An older Steward may still run from one of them, and load a part of it later. */
const KEPT = 3;

/** Written beside its place first: a Steward may start meanwhile, and another process may write the same. */
const write = async (): Promise<void> => {
  const draft = join(BUILD, `draft-${basename(folder)}-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  try {
    await bundle(['src/main.ts'], draft, { sandbox: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const removeOld = (): void => {
  const folders = readdirSync(BUILD).filter((name) => name.startsWith('start-'));
  const byAge = folders.map((name) => join(BUILD, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(KEPT)) rmSync(old, { recursive: true, force: true });
};

// The Steward that starts beside it has the right of way.
setPriority(constants.priority.PRIORITY_LOW);
await write();
removeOld();
