import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readKeyFile, Secret } from '#platform/lib/secret.ts';

/** A file in SECRETS_DIR with a key in each line, 64 hexadecimal digits: the first one encrypts, all of them decrypt. */
export const TOKEN_KEYS_FILE = 'steward.token-keys';

/** Encrypts what the store keeps of people's tokens (AES-256-GCM). */
export interface TokenKeys {
  /** @param boundTo what it is for: for anything else it does not open */
  seal(token: Secret, boundTo: string): string;
  /** @returns undefined where no key of the file opens it, or where it is bound to something else */
  open(sealed: string, boundTo: string): Secret | undefined;
}

interface TokenKey {
  /** Says in a sealed text which key opens it, and nothing else of the key. */
  readonly id: string;
  readonly bytes: Buffer;
}

const KEY = /^[0-9a-f]{64}$/i;
const CIPHER = 'aes-256-gcm';
/** NIST SP 800-38D, 8.2.2. */
const IV_BYTES = 12;

/** The file is read at each use; an unreadable one leaves the keys as they were. @param failed is told why @throws Error at the start */
export const openTokenKeys = (secretsDir: string, failed: (error: unknown) => void = () => {}): TokenKeys => {
  let keys = readTokenKeys(secretsDir);
  const read = (): typeof keys => {
    try {
      keys = readTokenKeys(secretsDir);
    } catch (error) {
      failed(error);
    }
    return keys;
  };
  return {
    seal(token, boundTo) {
      const [{ id, bytes }] = read();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, bytes, iv).setAAD(Buffer.from(boundTo));
      const text = Buffer.concat([cipher.update(token.reveal(), 'utf8'), cipher.final()]);
      return [id, ...[iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    open(sealed, boundTo) {
      const [id, ...parts] = sealed.split('.');
      const key = read().find((one) => one.id === id);
      const [iv, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (!key || !iv || !text || !tag) return undefined;
      try {
        const decipher = createDecipheriv(CIPHER, key.bytes, iv).setAAD(Buffer.from(boundTo)).setAuthTag(tag);
        return new Secret(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'));
      } catch {
        return undefined;
      }
    },
  };
};

const readTokenKeys = (secretsDir: string): readonly [TokenKey, ...TokenKey[]] => {
  const lines = readKeyFile(secretsDir, TOKEN_KEYS_FILE)?.reveal().split(/\s+/) ?? [];
  const [first, ...others] = lines.map(tokenKey);
  if (first) return [first, ...others];
  throw new Error(
    `${TOKEN_KEYS_FILE} is missing in SECRETS_DIR: create it (openssl rand -hex 32), readable for Steward, and the same for each of its processes`,
  );
};

const tokenKey = (line: string): TokenKey => {
  if (!KEY.test(line))
    throw new Error(
      `${TOKEN_KEYS_FILE} in SECRETS_DIR must hold 64 hexadecimal digits in each line: openssl rand -hex 32`,
    );
  const bytes = Buffer.from(line, 'hex');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
};
