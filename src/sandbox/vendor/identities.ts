import { cloud, people, type SandboxPerson } from '../world.ts';

/** Whom a request speaks for. */
export interface Caller {
  readonly key: string;
  /** Directory object id of the service principal or person: `asTarget()` means it. */
  readonly principalId: string;
  /** @param action as the documents name it, `{ns}` standing for the namespace word */
  may(action: string): boolean;
}

/** One that signs in with client credentials. */
export interface Identity extends Caller {
  readonly key: 'app' | 'reader';
  readonly clientId: string;
  readonly clientSecret: string;
  /** A token that never ends and that every run of the sandbox knows, given out by `/__sandbox/info`. */
  readonly standingToken: string;
}

/** Read everything but what needs a role of its own: bills, and the details of sensitive events. */
const mayRead = (action: string): boolean => action.endsWith('/read') && !action.startsWith('{ns}.Billing/');

export const identities: readonly [Identity, Identity] = [
  {
    key: 'app',
    clientId: 'c7a90d52-6f1e-4b38-8d27-30be94c1f5a6',
    clientSecret: 'sandbox-only-app-not-a-secret',
    principalId: cloud.botPrincipal.id,
    may: () => true,
    standingToken: 'sandbox-standing-token-app',
  },
  {
    key: 'reader',
    clientId: '94e2b816-0c5d-47fa-a1b3-5f8d62e07c94',
    clientSecret: 'sandbox-only-reader-not-a-secret',
    principalId: '6d1f83a4-27c9-4e50-b9d6-84a0e3f7152b',
    may: mayRead,
    standingToken: 'sandbox-standing-token-reader',
  },
];

/** A person who signed in at the page of the documents' implicit flow, and whom a program then speaks for. */
export const signedIn = ({ key, objectId }: SandboxPerson): Caller => ({
  key: `person-${key}`,
  principalId: objectId,
  may: mayRead,
});

/** Everybody that a token can stand for. */
export const callers: readonly Caller[] = [...identities, ...Object.values(people).map(signedIn)];
