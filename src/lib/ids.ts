import { randomBytes, randomUUID } from 'node:crypto';

/** The only source of new ids; tests pass one that counts. */
export interface Ids {
  /** A GUID (8-4-4-4-12), as the vendor requires for the name of a request. */
  guid(): string;
  /** An unguessable id of 128 bits, safe in addresses and in card data. */
  opaque(): string;
}

export const randomIds: Ids = {
  guid: () => randomUUID(),
  opaque: () => randomBytes(16).toString('base64url'),
};
