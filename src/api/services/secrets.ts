import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Secret } from '../../lib/secret.ts';
import type { TextKey } from '../../lib/text-key.ts';
import { VendorError } from '../errors/errors.ts';
import type { AnyOperation } from '../operation.ts';

/**
 * What stands for a secret wherever a request is stored (design, section 3): its name in the place where secrets are
 * kept, and a digest by which one that was changed meanwhile is noticed. Plain JSON; neither gives the secret away.
 */
export interface SecretReference {
  readonly secretRef: string;
  readonly digest: string;
  /** The secret is sent in this form, as the files of a secret volume are; the digest is of the secret itself. */
  readonly as?: 'base64';
}

/** A secret of an operation's input: itself to be sent now, by reference to be stored first. */
export type SecretInput = Secret | SecretReference;

/** Looks a secret up by its name; undefined where there is none. */
export type SecretSource = (name: string) => Promise<Secret | undefined>;

/** A request's body with its secrets in place, and what they are, to be kept out of everything that is told. */
export interface OpenBody {
  readonly body: unknown;
  readonly hidden: readonly Secret[];
}

const MASK = '***';
/** What a secret may be called: a plain file name. Those that begin with `steward.` are Steward's own, for nobody to name. */
export const SECRET_NAME = /^(?!steward\.)[a-z0-9][\w.-]{0,99}$/i;
/** The same in the names of files to which a link may lead. */
export const OWN_FILE = /^steward\./i;
const HASH_BYTES = 32;
const hash = promisify<string, Buffer, number, Buffer>(scrypt);

/**
 * Makes the reference. The digest is salted and slow, so that a short secret can't be found out from a stored row.
 * @throws RangeError for a name that is no plain file name
 */
export const secretReference = async (name: string, secret: Secret): Promise<SecretReference> => {
  if (!SECRET_NAME.test(name))
    throw new RangeError('a secret is named by letters, digits, dots, dashes and underscores');
  const salt = randomBytes(16);
  const digest = await hash(secret.reveal(), salt, HASH_BYTES);
  return { secretRef: name, digest: `scrypt:${salt.toString('base64url')}:${digest.toString('base64url')}` };
};

/**
 * The body with every secret in its place, for the moment it is sent.
 * @throws VendorError `Vendor.SecretMissing` or `Vendor.SecretChanged`: nothing was sent
 */
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

/** The same for a body as it was stored, which else keeps its bytes. @throws VendorError as `openSecrets` */
export const openText = async (
  operation: AnyOperation,
  text: string | null,
  source?: SecretSource,
): Promise<{ readonly body: string | null; readonly hidden: readonly Secret[] }> => {
  if (text === null || operation.secrets === undefined) return { body: text, hidden: [] };
  const { body, hidden } = await openSecrets(operation, JSON.parse(text), source);
  return { body: JSON.stringify(body), hidden };
};

/** @throws RangeError where the body holds a secret itself: what is stored holds references only */
export const refuseOpenSecrets = (operation: AnyOperation, body: unknown): void => {
  if (secretsIn(operation, body).every(isReference)) return;
  throw new RangeError(`${operation.id}: a request with secrets is stored with references in their place`);
};

/** The body as it may be shown. */
export const maskSecrets = (operation: AnyOperation, body: unknown): unknown =>
  changeSecrets(operation, body, () => MASK);

/**
 * A text of the vendor without our secrets: its errors repeat what they complain about. JSON is read first, for a secret
 * may stand there in escapes; the longest go first, for one may begin like another.
 */
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

/** Field names in any case, since a body by hand may be written in either; a list stands for each of its items. */
const changeAt = (value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown => {
  const [step, ...rest] = path;
  if (value === null || value === undefined) return value;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item) => changeAt(item, path, change));
  // Where every name holds a secret, what is no object at all is one.
  if (typeof value !== 'object' || value instanceof Secret) return step === '*' ? change(value) : value;
  const isMeant = (name: string): boolean => step === '*' || name.toLowerCase() === step.toLowerCase();
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isMeant(name) ? changeAt(field, rest, change) : field]),
  );
};
