import { randomBytes, randomUUID } from 'node:crypto';
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

/** Milliseconds since 1970 in nine digits that sort like the time, in every collation. */
const timePrefix = (): string => systemClock.now().toString(36).padStart(9, '0');

export const randomIds: Ids = {
  guid: () => randomUUID(),
  opaque: () => randomBytes(16).toString('base64url'),
  ordered: () => timePrefix() + randomIds.opaque(),
};
