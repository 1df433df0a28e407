import { z } from 'zod';
import type { Http } from '#platform/http/http.ts';
import { createPublishedKeys, type PublishedKey, type PublishedKeys } from '#platform/identity/published-keys.ts';
import { type Clock, SECOND } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Token } from './tokens.ts';

/** The channel signs the claim as `serviceurl`; its documentation says `serviceUrl`. */
export const serviceUrlClaim = ({ claims }: Token): unknown => claims['serviceurl'] ?? claims['serviceUrl'];

const openIdSchema = z.object({ jwks_uri: z.url(), issuer: z.string().optional().catch(undefined) });
const keySetSchema = z.object({
  keys: z
    .array(z.looseObject({ kid: z.string(), kty: z.string(), endorsements: z.array(z.string()).default([]) }))
    .min(1),
});

/** A public key of the channel, with the channels that it is endorsed for. */
export type ChannelKey = PublishedKey & { readonly endorsements: readonly string[] };

export type ChannelKeys = PublishedKeys<ChannelKey>;

interface ChannelDocument {
  readonly keys: readonly ChannelKey[];
  /** Of the channel's tokens, if the document names it. */
  readonly issuer: string | undefined;
}

/** The channel's keys as they are published now. @throws Error, also for keys of another origin than the OpenID document's */
export const readChannelKeys = async (http: Http, openIdUrl: string): Promise<ChannelDocument> => {
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

/** The channel's signing keys. They must have the same origin as the OpenID document; for the public cloud that is login.botframework.com. */
export const createChannelKeys = (deps: { http: Http; openIdUrl: string; clock: Clock; log: Log }): ChannelKeys => {
  const { http, openIdUrl, clock, log } = deps;
  return createPublishedKeys({
    fetch: async () => (await readChannelKeys(http, openIdUrl)).keys,
    clock,
    failed: (error) => log.warn('gate.keys-not-fetched', { host: new URL(openIdUrl).host, error }),
  });
};
