import { existsSync, readFileSync } from 'node:fs';
import { begin } from '#cli/doctor/begin.ts';
import { printFindings } from '#cli/doctor/print.ts';
import { createReport } from '#cli/doctor/report.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { readArguments } from './command.ts';

const USAGE = 'usage: npm run -s doctor -- [--json] [--timeout SECONDS]';
const PATIENCE_SECONDS = '15';
const MOST_SECONDS = 600;

/** Tries all that Steward will do with these settings, as far as that only reads. `--timeout` is the longest time of one check. */
const main = async (): Promise<0 | 1> => {
  const { json, deadlineMs } = readOptions();
  const readFile = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  const words = loadTexts().for('en');
  const report = createReport(words, deadlineMs);
  const begun = begin(report, process.env, readFile, deadlineMs);
  const [code, end] = await Promise.all([printFindings(report.findings(begun), words, json), begun]);
  await end();
  return code;
};

const readOptions = () => {
  const { json, timeout } = readArguments(USAGE, {
    options: { json: { type: 'boolean', default: false }, timeout: { type: 'string', default: PATIENCE_SECONDS } },
  }).values;
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= MOST_SECONDS)) throw new Error(USAGE);
  return { json, deadlineMs: seconds * SECOND };
};

/** Whatever still hangs, as a name server that never answers, must not keep the process. */
const leave = (code: 0 | 1): void => void process.stdout.write('', () => process.exit(code));

/** The reading program has read enough, as `head` does. */
process.stdout.once('error', () => process.exit(1));

main().then(leave, (error: unknown) => {
  console.error(error instanceof Error ? error.message : 'unknown fault');
  leave(1);
});
