import { pathsOf } from './paths.ts';

/**
 * `npm run -s paths [-- --files]`: through how many of our own files a request goes until its answer, a line for each path;
 * with `--files`, each file with the number of its functions that were called. Pollers run meanwhile and are counted.
 */
const showFiles = process.argv.includes('--files');
for (const { name, called } of await pathsOf()) {
  const features = [...called.keys()].filter((file) => file.startsWith('src/features/')).length;
  const functions = [...called.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${name}: ${called.size} files (${features} of features), ${functions} functions\n`);
  if (!showFiles) continue;
  for (const [file, count] of [...called].sort()) process.stdout.write(`  ${file} ${count}\n`);
}
