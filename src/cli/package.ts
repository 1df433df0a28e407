import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { appFiles, readPackageValues, zipOf } from '#teams/app-package.ts';

/** `npm run package [-- FILE]`: the Teams app as a zip, for upload in the Teams admin center. */
const fail = (message: string): void => {
  console.error(message);
  process.exitCode = 1;
};

const [file = 'build/steward.zip', ...rest] = process.argv.slice(2);
const settingsFile = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
const read = readPackageValues({ ...settingsFile, ...process.env });
if (rest.length > 0 || file.startsWith('-')) {
  fail('usage: npm run package [-- FILE]');
} else if ('problems' in read) {
  fail(`The app cannot be packaged with these settings:\n${read.problems.map((line) => `  ${line}`).join('\n')}`);
} else {
  try {
    const files = await appFiles(read.values);
    const zip = zipOf(files);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, zip);
    console.log(`${file}: ${[...files.keys()].join(', ')} (${zip.length} bytes)`);
  } catch (error) {
    fail(error instanceof Error ? error.message : 'The app could not be packaged.');
  }
}
