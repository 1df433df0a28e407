import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAMS = ['bot-process', 'teams-process', 'vendor-process'];
/** The folder of the bundles, by the environment: a run has several processes that start others. */
const SETTING = 'STEWARD_CLUSTER_PROGRAMS';

/**
 * Bundles the programs of a cluster, as production is bundled: each of a run's many processes loads in half the time. From now on
 * `programAt` gives the bundles, in every process of this run.
 * @returns removes them
 */
export const bundlePrograms = async (): Promise<() => void> => {
  const { bundle } = await import('../../scripts/bundle.ts');
  const folder = join(ROOT, 'build', `cluster-${process.pid}`);
  const sources = PROGRAMS.map((name) => `proof/cluster/${name}.ts`);
  await bundle(sources, folder, { splitting: false });
  process.env[SETTING] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};

/** The bundle of a program where there is one, otherwise its source. @param file beside this one */
export const programAt = (file: string): string => {
  const [folder, name] = [process.env[SETTING], basename(file, '.ts')];
  return folder !== undefined && PROGRAMS.includes(name) ? join(folder, `${name}.js`) : join(import.meta.dirname, file);
};
