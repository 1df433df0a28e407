import { cloud, type SandboxPerson } from '../world.ts';
import { accounts } from './sign-in/accounts.ts';

/** The caller of a request. */
export interface Caller {
  readonly key: string;
  /** Directory object id of the service principal or person, for `asTarget()`. */
  readonly principalId: string;
  /** Of a person in whose name a program calls; `secondFactor`: whether they proved themselves with one. */
  readonly person?: { readonly secondFactor: boolean };
  /** @param action as documented, with `{ns}` for the namespace */
  may(action: string): boolean;
}

/** A caller that signs in with client credentials. */
export interface Identity extends Caller {
  readonly key: 'app' | 'reader';
  readonly clientId: string;
  readonly clientSecret: string;
  /** A fixed token that does not expire, in `/__sandbox/info`. */
  readonly fixedToken: string;
}

/** Reads everything except what needs its own role: invoices, and the details of sensitive events. */
const mayRead = (action: string): boolean => action.endsWith('/read') && !action.startsWith('{ns}.Billing/');

export const identities: readonly [Identity, Identity] = [
  {
    key: 'app',
    clientId: 'c7a90d52-6f1e-4b38-8d27-30be94c1f5a6',
    clientSecret: 'sandbox-only-app-not-a-secret',
    principalId: cloud.botPrincipal.id,
    may: () => true,
    fixedToken: 'sandbox-standing-token-app',
  },
  {
    key: 'reader',
    clientId: '94e2b816-0c5d-47fa-a1b3-5f8d62e07c94',
    clientSecret: 'sandbox-only-reader-not-a-secret',
    principalId: '6d1f83a4-27c9-4e50-b9d6-84a0e3f7152b',
    may: mayRead,
    fixedToken: 'sandbox-standing-token-reader',
  },
];

/** A person who signed in, for whom a program acts. */
export const signedIn = ({ key, objectId }: SandboxPerson, secondFactor = false): Caller => ({
  key: `person-${key}${secondFactor ? '-mfa' : ''}`,
  principalId: objectId,
  person: { secondFactor },
  may: mayRead,
});

/** Every possible caller of a token. */
export const callers: readonly Caller[] = [
  ...identities,
  ...accounts.flatMap((account) => [signedIn(account), signedIn(account, true)]),
];
