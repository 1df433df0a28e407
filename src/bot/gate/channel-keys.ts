import { type CompactVerifyGetKey, createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JWK } from 'jose';
import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import { type Clock, DAY, MINUTE, SECOND } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';

/** A decoded bearer token; nothing in it is trusted before the checks have passed. */
export interface Token {
  readonly jwt: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** @param authorization the whole header @returns undefined when it holds no readable token */
export const readToken = (authorization: string): Token | undefined => {
  const jwt = authorization.slice(authorization.indexOf(' ') + 1);
  try {
    return { jwt, header: { ...decodeProtectedHeader(jwt) }, claims: { ...decodeJwt(jwt) } };
  } catch {
    return undefined;
  }
};

/** The channel signs the claim as `serviceurl`; its documentation says `serviceUrl`. */
export const serviceUrlClaim = ({ claims }: Token): unknown => claims['serviceurl'] ?? claims['serviceUrl'];

const FRESH_MS = DAY;
const USABLE_MS = 5 * DAY;
const PAUSE_MS = MINUTE;

const openIdSchema = z.object({ jwks_uri: z.url(), issuer: z.string().optional().catch(undefined) });
const keySetSchema = z.object({
  keys: z
    .array(z.looseObject({ kid: z.string(), kty: z.string(), endorsements: z.array(z.string()).default([]) }))
    .min(1),
});

/** A public key of the channel, with the channels that it is endorsed for. */
type ChannelKey = JWK & { readonly kid: string; readonly endorsements: readonly string[] };

export interface ChannelKeys {
  /** The keys that match a token's header: the key with that id, or every key when it names none (RFC 7515, 4.1.4). */
  named(kid: unknown): Promise<readonly ChannelKey[]>;
  /** The same choice as a resolver for jose, which checks the signature. */
  readonly resolve: CompactVerifyGetKey;
}

interface PublishedKeys {
  readonly keys: readonly ChannelKey[];
  /** Of the channel's tokens, if the document names it. */
  readonly issuer: string | undefined;
}

/** The channel's keys as they are published now. @throws Error, also for keys of another origin than the OpenID document's */
export const readChannelKeys = async (http: Http, openIdUrl: string): Promise<PublishedKeys> => {
  const getJson = async (url: string): Promise<unknown> => {
    const answer = await http.send({
      method: 'GET',
      url,
      origin: new URL(openIdUrl).origin,
      retry: 'read',
      deadlineMs: 5 * SECOND,
      maxBytes: 1e6,
    });
    if (answer.status !== 200) throw new Error(`the channel's key address answered ${answer.status}`);
    return JSON.parse(answer.text);
  };
  const { jwks_uri, issuer } = openIdSchema.parse(await getJson(openIdUrl));
  const { keys } = keySetSchema.parse(await getJson(jwks_uri));
  return { keys, issuer };
};

interface Held {
  readonly keys: readonly ChannelKey[];
  readonly resolve: CompactVerifyGetKey;
  readonly fetchedAt: number;
}

/**
 * The channel's signing keys: fresh for 24 h, used for up to 5 days when they cannot be refreshed, and fetched at most
 * once a minute, whatever key ids arrive and whether or not the last fetch succeeded. Concurrent callers share one fetch.
 * The keys must have the same origin as the OpenID document; for the public cloud that is login.botframework.com.
 */
export const createChannelKeys = (deps: { http: Http; openIdUrl: string; clock: Clock; log: Log }): ChannelKeys => {
  const { http, openIdUrl, clock, log } = deps;
  let held: Held | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  const fetchKeys = async (): Promise<void> => {
    triedAt = clock.now();
    try {
      const { keys } = await readChannelKeys(http, openIdUrl);
      held = { keys, resolve: createLocalJWKSet({ keys: [...keys] }), fetchedAt: clock.now() };
    } catch (error) {
      log.warn('gate.keys-not-fetched', { host: new URL(openIdUrl).host, error });
    }
  };

  const refresh = (): Promise<void> => {
    running ??= fetchKeys().finally(() => {
      running = undefined;
    });
    return running;
  };

  // The absolute difference: a clock that was set back must not stop the fetching.
  const mayFetch = (): boolean => running !== undefined || Math.abs(clock.now() - triedAt) >= PAUSE_MS;

  const isKnown = (kid: unknown): boolean => kid === undefined || held?.keys.some((key) => key.kid === kid) === true;

  const current = async (kid: unknown): Promise<Held | undefined> => {
    const isFresh = held !== undefined && clock.now() - held.fetchedAt < FRESH_MS;
    if ((!isFresh || !isKnown(kid)) && mayFetch()) await refresh();
    return held !== undefined && clock.now() - held.fetchedAt < USABLE_MS ? held : undefined;
  };

  return {
    async named(kid) {
      const keys = (await current(kid))?.keys ?? [];
      return kid === undefined ? keys : keys.filter((key) => key.kid === kid);
    },
    async resolve(header, token) {
      const set = await current(header.kid);
      if (!set) throw new Error('the channel has no usable keys');
      return set.resolve(header, token);
    },
  };
};
