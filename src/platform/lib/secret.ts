import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

const MASK = '***';

/** A value that must never be printed: every conversion to text except `reveal` gives `***`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, only for the code that sends it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}

/** @returns undefined when there is no such file. @throws Error when it cannot be read */
export const readKeyFile = (folder: string, name: string): Secret | undefined => {
  try {
    return new Secret(readFileSync(join(folder, name), 'utf8').trim());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Error(`${name} in SECRETS_DIR cannot be read (${code})`, { cause: error });
  }
};

/** Creates the file with 32 random bytes in hexadecimal, for its owner only. @returns what it holds @throws Error if it cannot be written */
export const makeKeyFile = (folder: string, name: string): Secret => {
  const secret = new Secret(randomBytes(32).toString('hex'));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), `${secret.reveal()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const made = code === 'EEXIST' ? readKeyFile(folder, name) : undefined;
    if (made) return made;
    throw new Error(
      `${name} in SECRETS_DIR is missing and cannot be created (${code}): create it yourself (openssl rand -hex 32), readable for Steward`,
      { cause: error },
    );
  }
  return secret;
};
