import { KeyObject, verify } from 'node:crypto';
import { type CryptoKey, decodeJwt, decodeProtectedHeader } from 'jose';
import { createLru, memoByObject } from '#platform/lib/cache.ts';
import type { ChannelKey, ChannelKeys } from './channel-keys.ts';

/** A decoded bearer token; nothing in it is trusted before the checks have passed. */
export interface Token {
  /** The header that it came in. */
  readonly authorization: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Verifies signatures of tokens. Teams sends the same one for up to an hour: its signature is verified once. */
export interface Tokens {
  /** The token of this header if its signature was verified before. */
  known(authorization: string): Token | undefined;
  /** @param keys the published ones that match its header; a known token is verified anew once they are others */
  isSigned(token: Token, keys: readonly ChannelKey[]): boolean | Promise<boolean>;
}

/** More than Teams has in use at once. */
const MOST_KNOWN = 1_000;

/**
 * jose reads the token, and chooses and checks its key. Node's own RSA check follows: through WebCrypto, as jose does it, it
 * costs five times as much. Only the signature is remembered, and only while its key is published: time and claims are checked
 * each time.
 */
export const createTokens = ({ resolve }: Pick<ChannelKeys, 'resolve'>): Tokens => {
  /** By the whole header. */
  const known = new Map<string, { readonly token: Token; readonly key: ChannelKey }>();

  const verifyNew = async (token: Token, [key, ...others]: readonly ChannelKey[]): Promise<boolean> => {
    const isSigned = await resolve(token.header).then(
      (published) => isSignedWith(token, keyObjectOf(published)),
      () => false,
    );
    // With several keys of one id the signing key is unknown.
    if (isSigned && key && others.length === 0) {
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(token.authorization, { token, key });
    }
    return isSigned;
  };

  return {
    known: (authorization) => known.get(authorization)?.token,
    isSigned: (token, keys) => {
      const verified = known.get(token.authorization);
      return (verified !== undefined && verified.key === keys[0]) || verifyNew(token, keys);
    },
  };
};

/** RFC 7518, 3.3: a key is at least 2,048 bits long. */
const LEAST_BITS = 2_048;

/** @returns undefined for a key that is too short */
const keyObjectOf = memoByObject((published: CryptoKey): KeyObject | undefined => {
  const key = KeyObject.from(published);
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS ? undefined : key;
});

/** RFC 7515, 5.2, with RS256. An issuer that names critical extensions wants the token refused where they are not understood; Steward knows none. */
const isSignedWith = ({ authorization, header }: Token, key: KeyObject | undefined): boolean => {
  if (key === undefined || header['crit'] !== undefined) return false;
  const jwt = jwtIn(authorization);
  const end = jwt.lastIndexOf('.');
  return verify('sha256', Buffer.from(jwt.slice(0, end)), key, Buffer.from(jwt.slice(end + 1), 'base64url'));
};

const jwtIn = (authorization: string): string => authorization.slice(authorization.indexOf(' ') + 1);

/** The header of a token is the same for each that one key signs. */
const headers = createLru<Token['header']>(100);

/** @param authorization the whole header @returns undefined when it holds no readable token */
export const readToken = (authorization: string): Token | undefined => {
  const jwt = jwtIn(authorization);
  try {
    const header = headers(jwt.slice(0, jwt.indexOf('.')), () => decodeProtectedHeader(jwt));
    return { authorization, header, claims: decodeJwt(jwt) };
  } catch {
    return undefined;
  }
};
