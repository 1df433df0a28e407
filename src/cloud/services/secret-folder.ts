import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { VendorError } from '#cloud/errors/errors.ts';
import type { Log } from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import { OWN_FILE, SECRET_NAME, type SecretSource } from './secrets.ts';

/** Longer than any password or key. */
const LONGEST_BYTES = 64 * 1024;

/** A secret is a plain file of its name in SECRETS_DIR: a name is no path, and a link leads only within. @throws VendorError if it is unreadable */
export const createSecretFolder =
  (folder: string, log: Log): SecretSource =>
  async (name) => {
    if (!SECRET_NAME.test(name)) return undefined;
    try {
      return await readWithin(folder, name);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (NOT_THERE.test(code)) return undefined;
      log.warn('secret.unreadable', { file: name, code });
      throw new VendorError({
        code: 'Vendor.SecretUnreadable',
        text: 'vendor.error.secretUnreadable',
        arrived: 'no',
        target: name,
      });
    }
  };

const NOT_THERE = /^(?:ENOENT|ENOTDIR)$/;

const readWithin = async (folder: string, name: string): Promise<Secret | undefined> => {
  const [within, path] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
  if (OWN_FILE.test(basename(path))) return undefined;
  if (!path.startsWith(`${within}${sep}`))
    throw Object.assign(new Error('points outside the folder'), { code: 'ELOOP' });
  const file = await openPlain(path);
  try {
    return await readSecret(file);
  } finally {
    await file.close();
  }
};

/** Non-blocking, in case the file is a pipe. */
const openPlain = (path: string): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);

const readSecret = async (file: FileHandle): Promise<Secret | undefined> => {
  const found = await file.stat();
  if (!found.isFile() || found.size > LONGEST_BYTES) return undefined;
  const text = (await file.readFile('utf8')).replace(/\r?\n$/, '');
  return text === '' ? undefined : new Secret(text);
};
