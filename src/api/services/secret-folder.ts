import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import type { Log } from '../../lib/logger.ts';
import { Secret } from '../../lib/secret.ts';
import { VendorError } from '../errors/errors.ts';
import { OWN_FILE, SECRET_NAME, type SecretSource } from './secrets.ts';

/** No password and no key is longer. */
const LONGEST_BYTES = 64 * 1024;

/**
 * One file a secret, named as people refer to it (setting SECRETS_DIR). The line end that editors add is no part of it.
 * Whatever is no plain file of that folder is no secret: a name is never a way, and a link is followed only to a file
 * within the folder, as mounted secrets of Kubernetes are made of. What is there and cannot be read throws a VendorError.
 */
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
  if (!path.startsWith(`${within}${sep}`)) throw Object.assign(new Error('leads out of the folder'), { code: 'ELOOP' });
  const file = await openPlain(path);
  try {
    return await readSecret(file);
  } finally {
    await file.close();
  }
};

/** Not waiting for a writer, should a pipe stand there. */
const openPlain = (path: string): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);

const readSecret = async (file: FileHandle): Promise<Secret | undefined> => {
  const found = await file.stat();
  if (!found.isFile() || found.size > LONGEST_BYTES) return undefined;
  const text = (await file.readFile('utf8')).replace(/\r?\n$/, '');
  return text === '' ? undefined : new Secret(text);
};
