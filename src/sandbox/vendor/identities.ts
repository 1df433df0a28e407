import { cloud } from '../world.ts';

/** Who calls: `app` may read and write role assignments, `reader` may only read them. */
export interface Identity {
  readonly key: 'app' | 'reader';
  readonly clientId: string;
  readonly clientSecret: string;
  /** Directory object id of the service principal: `asTarget()` means it. */
  readonly principalId: string;
  readonly access: ReadonlySet<'read' | 'write'>;
  /** A token that never ends and that every run of the sandbox knows, given out by `/__sandbox/info`. */
  readonly standingToken: string;
}

export const identities: readonly [Identity, Identity] = [
  {
    key: 'app',
    clientId: 'c7a90d52-6f1e-4b38-8d27-30be94c1f5a6',
    clientSecret: 'sandbox-only-app-not-a-secret',
    principalId: cloud.botPrincipal.id,
    access: new Set(['read', 'write']),
    standingToken: 'sandbox-standing-token-app',
  },
  {
    key: 'reader',
    clientId: '94e2b816-0c5d-47fa-a1b3-5f8d62e07c94',
    clientSecret: 'sandbox-only-reader-not-a-secret',
    principalId: '6d1f83a4-27c9-4e50-b9d6-84a0e3f7152b',
    access: new Set(['read']),
    standingToken: 'sandbox-standing-token-reader',
  },
];
