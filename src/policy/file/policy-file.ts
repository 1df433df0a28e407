import { type FileHandle, open, readFile, realpath, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { PolicyProblem } from '#policy/problems/problem.ts';

const MAX_BYTES = 1024 * 1024;

/** How often, and after which pause, a file that changes during the read is read again. */
const TRIES = 20;
const PAUSE = 50;

export type FileReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** Changes whenever the file is written or replaced; "none" while there is no file. */
export const fileStamp = async (file: string): Promise<string> => {
  try {
    return stampOf(await stat(file, { bigint: true }));
  } catch {
    return 'none';
  }
};

const MOUNTS = '/proc/self/mountinfo';

/** Whether a container has this one file mounted, which hides every new file in its place. @param mounts Linux's list of mounts */
export const isMountedAlone = async (file: string, mounts = MOUNTS): Promise<boolean> => {
  const listed = await readFile(mounts, 'utf8').catch(() => '');
  const real = await realpath(file).catch(() => file);
  return listed.split('\n').some((line) => pathOfMount(line) === real);
};

/** The fifth field; blanks in it are written in octal. */
const pathOfMount = (line: string): string | undefined =>
  line.split(' ')[4]?.replace(/\\([0-7]{3})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 8)));

/** Reads the whole file as UTF-8 text, and only when it did not change while it was read. */
export const readPolicyFile = async (file: string): Promise<FileReading> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const reading = await readOnce(file);
    if (reading !== 'changed meanwhile') return reading;
    await setTimeout(PAUSE);
  }
  return problemOfFile('the file keeps changing while it is read', 'save it once, then wait');
};

const readOnce = async (file: string): Promise<FileReading | 'changed meanwhile'> => {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const before = await handle.stat({ bigint: true });
    if (!before.isFile()) return problemOfFile('this is not a file', 'set POLICY_FILE to the policy file itself');
    if (before.size > MAX_BYTES) return problemOfFile('the file is larger than 1 MB', 'keep the policy below 1 MB');
    const bytes = await handle.readFile();
    return stampOf(before) === stampOf(await handle.stat({ bigint: true })) ? decode(bytes) : 'changed meanwhile';
  } catch (error) {
    return problemOfFile(...openFault((error as NodeJS.ErrnoException).code));
  } finally {
    await handle?.close();
  }
};

const stampOf = (stats: { readonly mtimeNs: bigint; readonly size: bigint; readonly ino: bigint }): string =>
  `${stats.mtimeNs}:${stats.size}:${stats.ino}`;

const decode = (bytes: Uint8Array): FileReading => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === ''
      ? problemOfFile('the file is empty', 'write people, groups and conversations')
      : { ok: true, text };
  } catch {
    const readable = new TextDecoder().decode(bytes).split('\ufffd', 1)[0] ?? '';
    const lines = readable.split('\n');
    const remedy = 'save the file as UTF-8 (an option of the editor)';
    return problemOfFile('this is not UTF-8 text', remedy, lines.length, (lines.at(-1)?.length ?? 0) + 1);
  }
};

const openFault = (code: string | undefined): [message: string, remedy: string] => {
  switch (code) {
    case 'ENOENT':
      return ['there is no such file', 'create it, or correct POLICY_FILE'];
    case 'EACCES':
    case 'EPERM':
      return ['Steward may not read the file', 'give the account that runs Steward read access'];
    default:
      return [`the file cannot be read (${code ?? 'unknown reason'})`, 'check its disk'];
  }
};

const problemOfFile = (message: string, remedy: string, line = 1, column = 1): FileReading => ({
  ok: false,
  problems: [{ line, column, path: '', message, remedy }],
});
