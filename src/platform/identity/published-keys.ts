import { type CryptoKey, createLocalJWKSet, type JWK, type JWSHeaderParameters } from 'jose';
import { type Clock, DAY, MINUTE } from '#platform/lib/clock.ts';

/** A public key, as whoever signs with it publishes it. */
export type PublishedKey = JWK & { readonly kid: string };

export interface PublishedKeys<Key extends PublishedKey = PublishedKey> {
  /** The keys that match a token's header: the key with that id, or every key when it names none (RFC 7515, 4.1.4). */
  named(kid: unknown): Promise<readonly Key[]>;
  /** The one key that may have signed with this header, by jose. @throws Error where there is none, or more than one */
  resolve(header: JWSHeaderParameters): Promise<CryptoKey>;
}

interface PublishedKeysDeps<Key extends PublishedKey> {
  /** The keys as they are published now. */
  readonly fetch: () => Promise<readonly Key[]>;
  readonly clock: Clock;
  /** Is told why they could not be fetched. */
  readonly failed: (error: unknown) => void;
}

const FRESH_MS = DAY;
const USABLE_MS = 5 * DAY;
const PAUSE_MS = MINUTE;

interface Fetched<Key> {
  readonly keys: readonly Key[];
  readonly resolve: PublishedKeys['resolve'];
  readonly at: number;
}

/** Signing keys of somebody else: fresh for 24 h, used for up to 5 days, fetched at most once a minute, whatever key ids arrive. */
export const createPublishedKeys = <Key extends PublishedKey>({
  fetch,
  clock,
  failed,
}: PublishedKeysDeps<Key>): PublishedKeys<Key> => {
  let fetched: Fetched<Key> | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  const fetchKeys = async (): Promise<void> => {
    triedAt = clock.now();
    try {
      const keys = await fetch();
      fetched = { keys, resolve: createLocalJWKSet({ keys: [...keys] }), at: clock.now() };
    } catch (error) {
      failed(error);
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

  const isKnown = (kid: unknown): boolean => kid === undefined || fetched?.keys.some((key) => key.kid === kid) === true;

  const current = async (kid: unknown): Promise<Fetched<Key> | undefined> => {
    const isFresh = fetched !== undefined && clock.now() - fetched.at < FRESH_MS;
    if ((!isFresh || !isKnown(kid)) && mayFetch()) await refresh();
    return fetched !== undefined && clock.now() - fetched.at < USABLE_MS ? fetched : undefined;
  };

  return {
    async named(kid) {
      const keys = (await current(kid))?.keys ?? [];
      return kid === undefined ? keys : keys.filter((key) => key.kid === kid);
    },
    async resolve(header) {
      const set = await current(header.kid);
      if (!set) throw new Error('there are no usable keys');
      return set.resolve(header);
    },
  };
};

/** Whether this is a JSON Web Token in its one right spelling (RFC 7515; RFC 4648, 3.5): decoders accept others of the same bytes. */
export const isCanonicalJwt = (text: string): boolean => {
  const parts = text.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
};
