import type { VendorClient } from '../../src/cloud/client.ts';
import type { AnyOperation } from '../../src/cloud/operation.ts';

/** What a call came to. */
export type Outcome = { readonly read: unknown } | { readonly error: unknown };

/** Any operation with the input of its fixture; a list is read to its end. Never throws. */
export const perform = async (client: VendorClient, operation: AnyOperation, input: unknown): Promise<Outcome> => {
  try {
    if (operation.kind === 'single') return { read: await client.call(operation, input as never) };
    if (operation.kind === 'long') return { read: await client.start(operation, input as never) };
    const items: unknown[] = [];
    for await (const item of client.list(operation, input as never)) items.push(item);
    return { read: items };
  } catch (error) {
    return { error };
  }
};
