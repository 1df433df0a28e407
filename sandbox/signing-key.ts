import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';

export const ALGORITHM = 'RS256';

/** A private key with its id, as it is stored. */
export type SigningKey = JWK & { readonly [Part in 'kty' | 'n' | 'e' | 'kid']: string };

/**
 * Makes the key for a new store, as JSON. Its stores in one process share it: creating a key takes half of a start.
 * @returns a function for one signer; another signer has another key
 */
export const signingKeyMaker = (): (() => Promise<string>) => {
  let made: Promise<string> | undefined;
  return () => {
    made ??= makeKey();
    return made;
  };
};

const makeKey = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2_048, extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
};

/** The part of a key that is published. */
export const publicPart = ({ kty, n, e, kid }: SigningKey) => ({ kty, n, e, kid, use: 'sig', alg: ALGORITHM });
