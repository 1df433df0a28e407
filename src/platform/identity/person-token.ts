import { createHash } from 'node:crypto';
import { compactVerify } from 'jose';
import { z } from 'zod';
import type { Http } from '#platform/http/http.ts';
import {
  createPublishedKeys,
  isCanonicalJwt,
  type PublishedKey,
  type PublishedKeys,
} from '#platform/identity/published-keys.ts';
import { type Clock, MINUTE, SECOND } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Secret } from '#platform/lib/secret.ts';

/** A person who signed in, by a verified token of their directory. */
export interface PersonToken {
  /** Directory object id, lower case. */
  readonly objectId: string;
  /** When they last proved who they are, in milliseconds since 1970. */
  readonly signedInAt: number;
  /** The Conditional Access authentication contexts that the directory says are met. */
  readonly contexts: readonly string[];
  /** SHA-256 of what is signed, by which a second use of the token is known, however its signature is spelled. */
  readonly digest: string;
}

/** Why a token counts for nothing: by the check that it did not pass. */
type TokenFault =
  | 'signature'
  | 'claims'
  | 'issuer'
  | 'audience'
  | 'tenant'
  | 'expired'
  | 'early'
  | 'purpose'
  | 'no-time'
  | 'future';

export type CheckedToken = PersonToken | { readonly fault: TokenFault };

/** Which token is expected: the ID token of a sign-in of ours, or one for our application that Teams got for the person. */
export type ExpectedToken = { readonly nonce: string } | 'exchange';

export interface PersonTokenRules {
  readonly keys: PublishedKeys;
  /** Of the tokens of our directory. */
  readonly issuer: string;
  readonly appId: string;
  readonly tenantId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** So far the clocks of the directory and of this machine may differ. */
export const SKEW_MS = MINUTE;

const LONGEST = 16 * 1024;

const seconds = z.number().positive();
const claims = z.object({
  ...{ iss: z.string(), aud: z.string(), tid: z.string(), oid: z.guid().toLowerCase() },
  ...{ exp: seconds, nbf: seconds },
  auth_time: seconds.optional(),
  acrs: z.array(z.string()).default([]),
  nonce: z.string().optional(),
  scp: z.string().optional(),
});
type Claims = z.infer<typeof claims>;

/** Verifies that our directory signed a person's token for our application, now, for this purpose; the rest the caller compares. */
export const verifyPersonToken = async (
  token: Secret,
  expected: ExpectedToken,
  rules: PersonTokenRules,
): Promise<CheckedToken> => {
  const jwt = token.reveal();
  const payload = await verifiedPayload(jwt, rules.keys);
  if (!payload) return { fault: 'signature' };
  const read = claims.safeParse(payload.value);
  if (!read.success) return { fault: 'claims' };
  const fault = faultOf(read.data, expected, rules);
  if (fault) return { fault };
  const { oid, auth_time, acrs } = read.data;
  return {
    objectId: oid,
    signedInAt: (auth_time ?? 0) * SECOND,
    contexts: acrs,
    digest: createHash('sha256')
      .update(jwt.slice(0, jwt.lastIndexOf('.')))
      .digest('hex'),
  };
};

const verifiedPayload = async (jwt: string, keys: PublishedKeys): Promise<{ readonly value: unknown } | undefined> => {
  if (jwt.length > LONGEST || !isCanonicalJwt(jwt)) return undefined;
  try {
    const { payload } = await compactVerify(jwt, keys.resolve, { algorithms: ['RS256'] });
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) };
  } catch {
    return undefined;
  }
};

const faultOf = (
  { iss, aud, tid, exp, nbf, auth_time: signedIn, nonce, scp }: Claims,
  expected: ExpectedToken,
  { issuer, appId, tenantId, now }: PersonTokenRules,
): TokenFault | undefined => {
  if (iss !== issuer) return 'issuer';
  if (aud !== appId) return 'audience';
  if (tid !== tenantId) return 'tenant';
  if (exp * SECOND + SKEW_MS <= now) return 'expired';
  if (nbf * SECOND - SKEW_MS > now) return 'early';
  // An ID token has no scope, and a token for our application has no nonce of ours: one never passes for the other.
  if (expected === 'exchange' ? !scp || nonce !== undefined : nonce !== expected.nonce) return 'purpose';
  if (signedIn === undefined) return 'no-time';
  return signedIn * SECOND - SKEW_MS > now ? 'future' : undefined;
};

const keySet = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.string(), issuer: z.string().optional() })).min(1),
});

/** The keys with which a directory signs its people's tokens, without those published for another issuer. @throws Error */
export const readPersonKeys = async (http: Http, keysUrl: string, issuer: string): Promise<readonly PublishedKey[]> => {
  const answer = await http.send({
    method: 'GET',
    url: keysUrl,
    origin: new URL(keysUrl).origin,
    retry: 'read',
    // Whoever pressed waits for it.
    deadlineMs: 2.5 * SECOND,
    maxBytes: 1e6,
  });
  if (answer.status !== 200) throw new Error(`the directory's key address answered ${answer.status}`);
  const { keys } = keySet.parse(JSON.parse(answer.text));
  return keys.filter((key) => key.issuer === undefined || key.issuer === issuer);
};

export const createPersonKeys = (deps: {
  readonly http: Http;
  readonly keysUrl: string;
  readonly issuer: string;
  readonly clock: Clock;
  readonly log: Log;
}): PublishedKeys => {
  const { http, keysUrl, issuer, clock, log } = deps;
  return createPublishedKeys({
    fetch: () => readPersonKeys(http, keysUrl, issuer),
    clock,
    failed: (error) => log.warn('sign-in.keys-not-fetched', { host: new URL(keysUrl).host, error }),
  });
};
