import { KeyObject, verify } from 'node:crypto';
import { type CryptoKey, decodeJwt, decodeProtectedHeader } from 'jose';
import { memoByObject } from '../../lib/cache.ts';
import type { ChannelKey, ChannelKeys } from './channel-keys.ts';

/** A decoded bearer token; nothing in it is trusted before the checks have passed. */
export interface Token {
  /** The header that it came in. */
  readonly authorization: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Reads tokens and verifies their signatures. Teams sends the same one for up to an hour: its signature is verified once. */
export interface Tokens {
  /** @param authorization the whole header @returns undefined when it holds no readable token */
  read(authorization: string): Token | undefined;
  isSigned(token: Token): Promise<boolean>;
}

/** More than Teams has in use at once. */
const MOST_KNOWN = 1_000;

/**
 * jose reads the token, and chooses and checks its key. Node's own RSA check follows: through WebCrypto, as jose does it, it
 * costs five times as much. Only the signature is remembered, and only while its key is published: time and claims are checked
 * each time.
 */
export const createTokens = (keys: ChannelKeys): Tokens => {
  /** By the whole header. */
  const known = new Map<string, Token>();
  const signedBy = new WeakMap<Token, ChannelKey>();

  const remember = (token: Token, key: ChannelKey): void => {
    const [oldest] = known.keys();
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(token.authorization, token);
    signedBy.set(token, key);
  };

  return {
    read: (authorization) => known.get(authorization) ?? decode(authorization),
    async isSigned(token) {
      const [key, ...others] = await keys.named(token.header['kid']);
      if (key && signedBy.get(token) === key) return true;
      const isSigned = await keys.resolve(token.header).then(
        (published) => isSignedWith(token, keyObjectOf(published)),
        () => false,
      );
      // Of several keys with one id nobody knows which has signed.
      if (isSigned && key && others.length === 0) remember(token, key);
      return isSigned;
    },
  };
};

const keyObjectOf = memoByObject((key: CryptoKey) => KeyObject.from(key));

/** RFC 7518, 3.3: a key is at least 2,048 bits long. */
const LEAST_BITS = 2_048;

/** RFC 7515, 5.2, with RS256. Whoever names critical extensions wants them refused where they are not understood; Steward knows none. */
const isSignedWith = ({ authorization, header }: Token, key: KeyObject): boolean => {
  if (header['crit'] !== undefined) return false;
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS) return false;
  const jwt = jwtIn(authorization);
  const end = jwt.lastIndexOf('.');
  return verify('sha256', Buffer.from(jwt.slice(0, end)), key, Buffer.from(jwt.slice(end + 1), 'base64url'));
};

const jwtIn = (authorization: string): string => authorization.slice(authorization.indexOf(' ') + 1);

const decode = (authorization: string): Token | undefined => {
  const jwt = jwtIn(authorization);
  try {
    return { authorization, header: decodeProtectedHeader(jwt), claims: decodeJwt(jwt) };
  } catch {
    return undefined;
  }
};
