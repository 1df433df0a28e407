import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from '../lib/secret.ts';
import { SECRET_NAME, type SecretSource } from './secrets.ts';

/** No password and no key is longer. */
const LONGEST_BYTES = 64 * 1024;

/**
 * One file a secret, named as people refer to it (setting SECRETS_DIR). The line end that editors add is no part of it.
 * Whatever is no plain file of that folder itself is no secret: links are not followed, and a name is never a way.
 */
export const createSecretFolder =
  (folder: string): SecretSource =>
  async (name) => {
    if (!SECRET_NAME.test(name)) return undefined;
    const file = await openPlain(join(folder, name));
    if (!file) return undefined;
    try {
      return await readSecret(file);
    } finally {
      await file.close();
    }
  };

/** Not waiting for a writer, should a pipe stand there. */
const openPlain = (path: string): Promise<FileHandle | undefined> =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined);

const readSecret = async (file: FileHandle): Promise<Secret | undefined> => {
  const found = await file.stat();
  if (!found.isFile() || found.size > LONGEST_BYTES) return undefined;
  const text = (await file.readFile('utf8')).replace(/\r?\n$/, '');
  return text === '' ? undefined : new Secret(text);
};
