import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from '../lib/secret.ts';

/** The file of SECRETS_DIR. People cannot name a secret that begins with `steward.`, so no container group gets this one. */
export const AUDIT_KEY_FILE = 'steward.audit-key';

/** Proves to us, and to nobody else, that we wrote something: the secret behind it is not in the database. */
export interface AuditKey {
  /**
   * HMAC-SHA-256 in hexadecimal digits.
   * @param purpose keeps what is proven for one use from being shown for another
   * @param value plain JSON; the order of an object's fields counts
   */
  mac(purpose: string, value: unknown): string;
}

const SHORTEST = 32;

/** @throws Error for a secret that could be guessed */
export const auditKeyOf = (secret: Secret): AuditKey => {
  if (secret.reveal().length < SHORTEST) {
    throw new Error(`${AUDIT_KEY_FILE} in SECRETS_DIR must hold at least ${SHORTEST} characters: openssl rand -hex 32`);
  }
  return {
    mac: (purpose, value) =>
      createHmac('sha256', secret.reveal())
        .update(JSON.stringify([purpose, value]))
        .digest('hex'),
  };
};

/** @returns undefined when there is no such file. @throws Error when it cannot be read, or is too short */
export const readAuditKey = (secretsDir: string): AuditKey | undefined => {
  let text: string;
  try {
    text = readFileSync(join(secretsDir, AUDIT_KEY_FILE), 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Error(`${AUDIT_KEY_FILE} in SECRETS_DIR cannot be read (${code})`, { cause: error });
  }
  return auditKeyOf(new Secret(text));
};

/** Makes the file, for its owner only, unless another process was faster. @throws Error where the folder cannot be written */
export const makeAuditKey = (secretsDir: string): AuditKey => {
  const secret = new Secret(randomBytes(32).toString('hex'));
  try {
    mkdirSync(secretsDir, { recursive: true, mode: 0o700 });
    writeFileSync(join(secretsDir, AUDIT_KEY_FILE), `${secret.reveal()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const made = code === 'EEXIST' ? readAuditKey(secretsDir) : undefined;
    if (made) return made;
    throw new Error(
      `${AUDIT_KEY_FILE} in SECRETS_DIR is missing and cannot be made (${code}): make it yourself (openssl rand -hex 32), readable for Steward`,
      { cause: error },
    );
  }
  return auditKeyOf(secret);
};
