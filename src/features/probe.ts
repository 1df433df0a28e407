import type { CallOptions, VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { CredentialKind } from '#cloud/operation.ts';

/** A read by which somebody who sets Steward up sees that it may read what the policy names. */
export interface Probe {
  /** The policy's title of it; empty for a service as a whole. */
  readonly title: string;
  /** Whose credential it is read with; the management service's when absent. */
  readonly service?: CredentialKind;
  /** @throws VendorError */
  read(vendor: VendorClient, options: CallOptions): Promise<unknown>;
}

/** The beginning of a list is enough. */
export const readFirst = async (list: AsyncIterable<unknown>): Promise<void> => {
  for await (const _first of list) return;
};

/** For a thing that may not be there: that the vendor says so means that Steward may read it. */
export const orMissing = async (reading: Promise<unknown>, codes?: readonly string[]): Promise<void> => {
  try {
    await reading;
  } catch (error) {
    if (!(error instanceof VendorError) || error.status !== 404) throw error;
    if (codes && !codes.includes(error.vendorCode)) throw error;
  }
};
