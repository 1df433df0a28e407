import { createHash } from 'node:crypto';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import type { ChannelKey, ChannelKeys } from './channel-keys.ts';

/** A decoded bearer token; nothing in it is trusted before the checks have passed. */
export interface Token {
  readonly jwt: string;
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

/** Only the signature is remembered, by the token's digest, and only while its key is published: time and claims are checked each time. */
export const createTokens = (keys: ChannelKeys): Tokens => {
  const known = new Map<string, Token>();
  const signedBy = new WeakMap<Token, ChannelKey>();

  const remember = (token: Token, key: ChannelKey): void => {
    const [oldest] = known.keys();
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(digestOf(token.jwt), token);
    signedBy.set(token, key);
  };

  return {
    read(authorization) {
      const jwt = authorization.slice(authorization.indexOf(' ') + 1);
      return known.get(digestOf(jwt)) ?? decode(jwt);
    },
    async isSigned(token) {
      const [key, ...others] = await keys.named(token.header['kid']);
      if (key && signedBy.get(token) === key) return true;
      const isSigned = await compactVerify(token.jwt, keys.resolve).then(
        () => true,
        () => false,
      );
      // Of several keys with one id nobody knows which has signed.
      if (isSigned && key && others.length === 0) remember(token, key);
      return isSigned;
    },
  };
};

const digestOf = (jwt: string): string => createHash('sha256').update(jwt).digest('base64');

const decode = (jwt: string): Token | undefined => {
  try {
    return { jwt, header: { ...decodeProtectedHeader(jwt) }, claims: { ...decodeJwt(jwt) } };
  } catch {
    return undefined;
  }
};
