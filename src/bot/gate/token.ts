import { decodeJwt, decodeProtectedHeader } from 'jose';

/** A bearer token as it came, taken apart; nothing in it is believed before the checks have passed. */
export interface Token {
  readonly jwt: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** @param authorization the whole header; undefined comes back when no token can be read from it. */
export const readToken = (authorization: string): Token | undefined => {
  const jwt = authorization.slice(authorization.indexOf(' ') + 1);
  try {
    return { jwt, header: { ...decodeProtectedHeader(jwt) }, claims: { ...decodeJwt(jwt) } };
  } catch {
    return undefined;
  }
};

/** The channel signs the claim as `serviceurl`, its documents write `serviceUrl`. */
export const serviceUrlClaim = ({ claims }: Token): unknown => claims['serviceurl'] ?? claims['serviceUrl'];
