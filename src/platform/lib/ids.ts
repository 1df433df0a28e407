import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { systemClock } from './clock.ts';

/** The only source of new ids; tests pass one that counts. */
export interface Ids {
  /** A GUID (8-4-4-4-12), as the vendor requires for the name of a request. */
  guid(): string;
  /** An unguessable id of 128 bits, safe in addresses and in card data. */
  opaque(): string;
  /** The same after the time, so that rows of a time lie together in an index, and not all over it. */
  ordered(): string;
}

export const randomIds: Ids = {
  guid: () => randomUUID(),
  opaque: () => randomBytes(16).toString('base64url'),
  // Nine digits that sort like the time, in every collation.
  ordered: () => systemClock.now().toString(36).padStart(9, '0') + randomIds.opaque(),
};

/** Letters and digits that are not confused on the phone: about 24 million references of five. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const SHORTEST = 5;
const MOST_TRIES = 10;

/** Finds a free reference such as R-7KQ2M, longer where one is taken. @param attempt takes it; undefined if it is taken already */
export const withReference = async <R>(
  kind: string,
  attempt: (reference: string) => Promise<R | undefined>,
): Promise<R> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const length = SHORTEST + Math.min(tries, 1);
    const letters = Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]);
    const taken = await attempt(`${kind}-${letters.join('')}`);
    if (taken !== undefined) return taken;
  }
  throw new Error(`no free reference of the kind ${kind}`);
};

const STABLE_LETTERS = 8;

/** Derives a reference from a text, always the same: one of about 500 billion, such as SYNC-7KQ2M4XA. */
export const stableReference = (kind: string, text: string): string => {
  const digest = createHash('sha256').update(text).digest().subarray(0, STABLE_LETTERS);
  return `${kind}-${[...digest].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
};
