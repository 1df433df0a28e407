import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { VendorError } from '#cloud/errors/errors.ts';
import type { AnyOperation } from '#cloud/operation.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import { Secret } from '#platform/lib/secret.ts';

/** A secret in a stored request: its name, and a digest that detects a changed secret; neither reveals it. */
export interface SecretReference {
  readonly secretRef: string;
  readonly digest: string;
  /** The secret is sent in this encoding, like the files of a secret volume; the digest is of the secret itself. */
  readonly as?: 'base64';
}

/** A secret in an operation's input: the secret itself to send it now, or a reference to store the request first. */
export type SecretInput = Secret | SecretReference;

/** Finds a secret by its name; undefined if there is none. */
export type SecretSource = (name: string) => Promise<Secret | undefined>;

/** A request's body with its secrets, and the list of them, so that no text shows them. */
interface OpenBody {
  readonly body: unknown;
  readonly hidden: readonly Secret[];
}

const MASK = '***';
/** The allowed names of secrets: plain file names. Names that begin with `steward.` are reserved for Steward. */
export const SECRET_NAME = /^(?!steward\.)[a-z0-9][\w.-]{0,99}$/i;
/** The same for the targets of links. */
export const OWN_FILE = /^steward\./i;
const HASH_BYTES = 32;
const hash = promisify<string, Buffer, number, Buffer>(scrypt);

/** Creates the reference, its digest salted and slow to guess. @throws RangeError for a name that is not a plain file name */
export const secretReference = async (name: string, secret: Secret): Promise<SecretReference> => {
  if (!SECRET_NAME.test(name))
    throw new RangeError('the name of a secret has only letters, digits, dots, dashes and underscores');
  const salt = randomBytes(16);
  const digest = await hash(secret.reveal(), salt, HASH_BYTES);
  return { secretRef: name, digest: `scrypt:${salt.toString('base64url')}:${digest.toString('base64url')}` };
};

/** The body with its secrets, for sending. @throws VendorError `Vendor.SecretMissing` or `Vendor.SecretChanged`: nothing was sent */
export const openSecrets = async (
  operation: AnyOperation,
  body: unknown,
  source: SecretSource = async () => undefined,
): Promise<OpenBody> => {
  const opened = new Map<unknown, Secret>();
  const hidden: Secret[] = [];
  for (const value of secretsIn(operation, body)) {
    const secret = await openOne(value, source);
    if (!secret) continue;
    const sent = inForm(secret, value);
    opened.set(value, sent);
    hidden.push(secret, ...(sent === secret ? [] : [sent]));
  }
  const revealed = changeSecrets(operation, body, (value) => opened.get(value)?.reveal() ?? value);
  return { body: revealed, hidden };
};

/** The same for a stored body, which otherwise keeps its bytes. @throws VendorError as `openSecrets` */
export const openText = async (
  operation: AnyOperation,
  text: string | null,
  source?: SecretSource,
): Promise<{ readonly body: string | null; readonly hidden: readonly Secret[] }> => {
  if (text === null || operation.secrets === undefined) return { body: text, hidden: [] };
  const { body, hidden } = await openSecrets(operation, JSON.parse(text), source);
  return { body: JSON.stringify(body), hidden };
};

/** @throws RangeError when the body has a secret itself: a stored body may have only references */
export const refuseOpenSecrets = (operation: AnyOperation, body: unknown): void => {
  if (secretsIn(operation, body).every(isReference)) return;
  throw new RangeError(`${operation.id}: a request is stored with references instead of secrets`);
};

/** The body with its secrets masked. */
export const maskSecrets = (operation: AnyOperation, body: unknown): unknown =>
  changeSecrets(operation, body, () => MASK);

/** A text of the vendor without our secrets, which may stand escaped in JSON; the longest is replaced first, since one may begin another. */
export const hideSecrets = (text: string, hidden: readonly Secret[]): string => {
  const values = hidden.map((secret) => secret.reveal()).filter((value) => value !== '');
  if (values.length === 0) return text;
  const longestFirst = values.toSorted((a, b) => b.length - a.length);
  const hide = (words: string): string => longestFirst.reduce((shown, value) => shown.replaceAll(value, MASK), words);
  try {
    return JSON.stringify(JSON.parse(text, (_name, value) => (typeof value === 'string' ? hide(value) : value)));
  } catch {
    return hide(text);
  }
};

const isReference = (value: unknown): value is SecretReference => {
  const { secretRef, digest } = (value ?? {}) as Partial<SecretReference>;
  return typeof secretRef === 'string' && typeof digest === 'string';
};

/** The secret as it is sent. */
const inForm = (secret: Secret, value: unknown): Secret =>
  isReference(value) && value.as === 'base64'
    ? new Secret(Buffer.from(secret.reveal(), 'utf8').toString('base64'))
    : secret;

const openOne = async (value: unknown, source: SecretSource): Promise<Secret | undefined> => {
  if (value instanceof Secret) return value;
  if (typeof value === 'string') return new Secret(value);
  if (!isReference(value)) return undefined;
  const secret = await source(value.secretRef);
  if (!secret) throw notSent('Vendor.SecretMissing', 'vendor.error.secretMissing', value);
  if (!(await isStill(secret, value))) throw notSent('Vendor.SecretChanged', 'vendor.error.secretChanged', value);
  return secret;
};

const isStill = async (secret: Secret, { digest }: SecretReference): Promise<boolean> => {
  const [kind, salt = '', known = ''] = digest.split(':');
  const expected = Buffer.from(known, 'base64url');
  if (kind !== 'scrypt' || expected.length !== HASH_BYTES) return false;
  return timingSafeEqual(await hash(secret.reveal(), Buffer.from(salt, 'base64url'), HASH_BYTES), expected);
};

const notSent = (code: string, text: TextKey, { secretRef }: SecretReference): VendorError =>
  new VendorError({ code, text, arrived: 'no', target: secretRef });

const secretsIn = (operation: AnyOperation, body: unknown): readonly unknown[] => {
  const found: unknown[] = [];
  changeSecrets(operation, body, (value) => {
    found.push(value);
    return value;
  });
  return found;
};

const changeSecrets = (operation: AnyOperation, body: unknown, change: (value: unknown) => unknown): unknown =>
  (operation.secrets ?? []).reduce((changed, path) => changeAt(changed, path.split('.'), change), body);

/** Field names in any case, because a body may be written by hand; a list means each of its items. */
const changeAt = (value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown => {
  const [step, ...rest] = path;
  if (value === null || value === undefined) return value;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item) => changeAt(item, path, change));
  // If every name has a secret, a value that is not an object is one too.
  if (typeof value !== 'object' || value instanceof Secret) return step === '*' ? change(value) : value;
  const isMeant = (name: string): boolean => step === '*' || name.toLowerCase() === step.toLowerCase();
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isMeant(name) ? changeAt(field, rest, change) : field]),
  );
};
