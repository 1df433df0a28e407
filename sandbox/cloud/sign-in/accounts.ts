import { everybody, type SandboxPerson, tenantId } from '../../world.ts';

/** Whoever has an account in the tenant, guests included. */
export const accounts: readonly SandboxPerson[] = Object.values(everybody).filter(
  (person) => person.tenantId === tenantId,
);

/** By object id, e-mail address or handle, in any case. */
export const findAccount = (name: string): SandboxPerson | undefined => {
  const wanted = name.trim().toLowerCase();
  return accounts.find(({ objectId, email, key }) => [objectId, email.toLowerCase(), key].includes(wanted));
};

/** A policy of Conditional Access on an authentication context. */
interface ContextPolicy {
  readonly secondFactor: boolean;
  /** Handles of those whose device passes; everybody's where it is absent. */
  readonly devices?: readonly string[];
}

/**
 * The tenant's policies by authentication context. A context without one is given to whoever asks for it, as the public
 * service does.
 */
const policies: Readonly<Record<string, ContextPolicy>> = {
  c1: { secondFactor: true },
  c2: { secondFactor: true, devices: ['bo', 'cy'] },
};

export const wantsSecondFactor = (contexts: readonly string[]): boolean =>
  contexts.some((context) => policies[context]?.secondFactor === true);

/** Whether a policy keeps this person out of one of the contexts, whatever they do. */
export const isBlocked = ({ key }: SandboxPerson, contexts: readonly string[]): boolean =>
  contexts.some((context) => policies[context]?.devices?.includes(key) === false);
