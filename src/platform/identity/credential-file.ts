import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Secret } from '#platform/lib/secret.ts';
import type { SecretFile } from './credential.ts';
import { SignInError } from './sign-in-error.ts';

/** Longer than any key with its chain. */
const LONGEST_BYTES = 64 * 1024;

/**
 * The text of a credential's file, read anew at each use; without a final line break, which editors add.
 * @param setting that leads to it, or its name in SECRETS_DIR
 * @throws SignInError that names the setting and never shows the text
 */
export const readCredentialFile = async (file: string, setting: string): Promise<string> => {
  const text = await readText(file).catch((error: NodeJS.ErrnoException) => {
    const { code = '' } = error;
    throw new SignInError({ text: 'identity.file.unreadable', values: { setting, code } });
  });
  if (text === '') throw new SignInError({ text: 'identity.file.empty', values: { setting } });
  return text;
};

/** Non-blocking, in case it is a pipe. */
const readText = async (path: string): Promise<string> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > LONGEST_BYTES) throw Object.assign(new Error('no file'), { code: 'EFTYPE' });
    return (await file.readFile('utf8')).replace(/\r?\n$/, '');
  } finally {
    await file.close();
  }
};

/** @param name of its file in SECRETS_DIR @throws SignInError when its file cannot be read */
export const readSecret = async (secret: Secret | SecretFile, name: string): Promise<Secret> =>
  secret instanceof Secret ? secret : new Secret(await readCredentialFile(secret.file, name));
